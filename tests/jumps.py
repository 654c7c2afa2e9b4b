"""Jumps of a page, as the browser counts them: what moves by itself, and not in answer to a hand."""

#: A script of a page that notes layout shifts, and milliseconds from each tap to the paint that answers it.
WATCH = """() => {
  window.seen = { shift: 0, jumps: [], taps: [] };
  const watch = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
  const holder = ({ node }) => (node?.nodeType === 1 ? node : node?.parentElement);
  const named = (source) => holder(source)?.cloneNode().outerHTML ?? "what is gone";
  watch("layout-shift", (entry) => {
    if (entry.hadRecentInput) return;
    window.seen.shift += entry.value;
    window.seen.jumps.push(...entry.sources.map(named));
  });
  watch("event", (entry) => {
    if (entry.interactionId) window.seen.taps.push(entry.duration);
  }, { durationThreshold: 16 });
}"""
