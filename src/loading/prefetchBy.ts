/** Fetches something as soon as the pointer or the keyboard comes to the element with these listeners. */
export function prefetchBy(...parts: { prefetch(): void }[]) {
  const fetchAll = () => parts.forEach((part) => part.prefetch());
  return { onPointerEnter: fetchAll, onFocus: fetchAll };
}
