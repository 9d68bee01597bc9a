/** Bills with numbers that may have no gaps. */
export const BILLS = {
  version: 1,
  name: 'bills',
  storage: 'table',
  fields: [{ source: 'number', type: 'text', default: { sequence: 'B-{0000}', gapless: true } }],
} as const;
