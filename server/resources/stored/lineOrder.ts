/** Distance between neighbours that are numbered anew. */
export const GAP = 4096;

/** An existing line in its order. */
export interface PlacedLine {
  id: string;
  position: number;
}

/**
 * The order of lines after a call that names some of them. The others keep their place behind the line that precedes
 * them now.
 *
 * @param current without the deleted lines
 * @param named keys in the new order: IDs, and others for new lines
 */
export function orderAfter(current: readonly PlacedLine[], named: readonly string[]): string[] {
  const order = [...named];
  current.forEach(({ id }, at) => {
    if (named.includes(id)) return;
    const before = current[at - 1]?.id;
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  });
  return order;
}

/**
 * New positions of lines, as few as possible: lines that keep their order among each other keep their positions.
 * @returns `moved` of the lines that were moved or are new; `renumbered` of others, which only make room for them
 */
export function positionsFor(
  order: readonly string[],
  current: readonly PlacedLine[],
): { moved: Map<string, number>; renumbered: Map<string, number> } {
  const positionOf = new Map(current.map(({ id, position }) => [id, position]));
  const staying = longestRising(order.map((key) => positionOf.get(key) ?? null));
  const moved = new Map<string, number>();
  let begin = 0;
  for (let end = 0; end <= order.length; end += 1) {
    if (end < order.length && !staying.has(end)) continue;
    const [from, to] = [begin === 0 ? null : order[begin - 1], order[end]].map((key) =>
      key === undefined || key === null ? null : (positionOf.get(key) ?? null),
    );
    const between = order.slice(begin, end);
    const places = spread(between.length, from ?? null, to ?? null);
    if (!places) return renumberedAll(order, positionOf, staying);
    between.forEach((key, at) => moved.set(key, places[at] ?? 0));
    begin = end + 1;
  }
  return { moved, renumbered: new Map() };
}

/** Positions of new neighbours between two others; null if there is no room. */
function spread(count: number, from: number | null, to: number | null): number[] | null {
  const low = from ?? (to === null ? 0 : to - GAP * (count + 1));
  const step = to === null ? GAP : Math.floor((to - low) / (count + 1));
  const isRepresentable = Math.abs(low) < 2 ** 30 && low + step * (count + 1) < 2 ** 30;
  if (count > 0 && (step < 1 || !isRepresentable)) return null;
  return Array.from({ length: count }, (_, at) => low + step * (at + 1));
}

function renumberedAll(
  order: readonly string[],
  positionOf: ReadonlyMap<string, number | null>,
  staying: ReadonlySet<number>,
) {
  const [moved, renumbered] = [new Map<string, number>(), new Map<string, number>()];
  order.forEach((key, at) => {
    const position = GAP * (at + 1);
    if (positionOf.get(key) !== position) (staying.has(at) ? renumbered : moved).set(key, position);
  });
  return { moved, renumbered };
}

/** The indexes of a longest strictly rising subsequence of the numbers that aren't null. Quadratic, for some hundred. */
function longestRising(numbers: readonly (number | null)[]): Set<number> {
  const lengths: number[] = [];
  const before: number[] = [];
  let last = -1;
  numbers.forEach((number, at) => {
    lengths[at] = number === null ? 0 : 1;
    before[at] = -1;
    if (number === null) return;
    for (let one = 0; one < at; one += 1) {
      const other = numbers[one] ?? null;
      if (other === null || other >= number || (lengths[one] ?? 0) + 1 <= (lengths[at] ?? 0)) continue;
      lengths[at] = (lengths[one] ?? 0) + 1;
      before[at] = one;
    }
    if (last === -1 || (lengths[at] ?? 0) > (lengths[last] ?? 0)) last = at;
  });
  const found = new Set<number>();
  for (let at = last; at !== -1; at = before[at] ?? -1) found.add(at);
  return found;
}
