/** The figures measured of a console, in print order. */
export const FIGURES = [
  { name: 'loginScripts', label: 'JavaScript of the login page, gzipped', unit: 'KB', digits: 0 },
  { name: 'listScripts', label: 'JavaScript up to the first list, gzipped', unit: 'KB', digits: 0 },
  { name: 'typeable', label: 'from navigation until input is possible', unit: 'ms', digits: 0 },
  { name: 'firstRow', label: 'from signing in to the first row', unit: 'ms', digits: 0 },
  { name: 'changeBusy', label: 'page change, main thread', unit: 'ms', digits: 0 },
  { name: 'changeWall', label: 'page change, until visible', unit: 'ms', digits: 0 },
  { name: 'switchBusy', label: 'to a visited list, main thread', unit: 'ms', digits: 0 },
  { name: 'switchWall', label: 'to a visited list, until visible', unit: 'ms', digits: 0 },
  { name: 'heap', label: 'heap after 30 page visits', unit: 'MB', digits: 1 },
  { name: 'nodes', label: 'DOM nodes after 30 page visits', unit: '', digits: 0 },
] as const;

export type FigureName = (typeof FIGURES)[number]['name'];

/** The values of each figure, one per turn, in its unit. */
export type Measured = Map<FigureName, number[]>;

/** Adds the figures of one turn. */
export function note(measured: Measured, turn: Partial<Record<FigureName, number>>): void {
  for (const { name } of FIGURES) {
    const value = turn[name];
    if (value !== undefined) measured.set(name, [...(measured.get(name) ?? []), value]);
  }
}
