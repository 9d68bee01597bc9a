/** @param left pixels from the element's beginning; what is out of range becomes the nearest that is not */
export function scrollSideways(element: Element, left: number): void {
  element.scrollLeft = left;
}
