/**
 * Finds content that doesn't fit: the page if it scrolls sideways, each text that overflows its control or is cut off
 * without an ellipsis, and each label of an input that is cut off at all. Runs in the page.
 */
export function spilledText(): string[] {
  const controls = 'button, a, th, label, [role=tab], [role=menuitem], [role=option], .MuiChip-root';
  /** Blank part of a line above its letters, in pixels. */
  const LEADING = 4;
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`the page: ${scrollWidth} px wide`] : [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const problem = problemOf(walker.currentNode);
    if (problem !== null) found.push(problem);
  }
  return found;

  function problemOf(text: Node): string | null {
    if (!text.textContent?.trim() || !text.parentElement?.checkVisibility({ visibilityProperty: true })) return null;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, top } = range.getBoundingClientRect();
    const label = text.parentElement.closest('label');
    if (label && label.scrollWidth > label.clientWidth && getComputedStyle(label).textOverflow === 'ellipsis') {
      return `“${text.textContent}”: ${label.scrollWidth} px in ${label.clientWidth}`;
    }
    for (let around: Element | null = text.parentElement; around; around = around.parentElement) {
      const { overflowX, textOverflow, display, position } = getComputedStyle(around);
      const box = around.getBoundingClientRect();
      // Visible to screen readers only.
      if (box.width <= 1) return null;
      // Scrolling can't reach it.
      if (
        label &&
        getComputedStyle(around).overflowY !== 'visible' &&
        around.scrollTop === 0 &&
        top < box.top - LEADING
      ) {
        return `“${text.textContent}” in ${around.className}: ${box.top - top} px above its top`;
      }
      if (around === label && textOverflow === 'ellipsis') continue;
      if (textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll') return null;
      const isFrame = overflowX !== 'visible' || (around.matches(controls) && display !== 'inline');
      if (isFrame && (left < box.left - 1 || right > box.right + 1)) {
        return `“${text.textContent}” in ${around.tagName} ${around.className}: ${left}–${right} in ${box.left}–${box.right}`;
      }
      // Only the window clips a fixed element.
      if (position === 'fixed') break;
    }
    return left < -1 || right > clientWidth + 1 ? `“${text.textContent}”: ${left}–${right}` : null;
  }
}
