import { describe, expect, it } from 'vitest';
import { datePresets } from '../../../packages/ra-declared/src/fields/datetime/datePresets.ts';

describe('the presets of a date filter', () => {
  it.each([
    ['today', '2026-03-01', { from: '2026-03-01', to: '2026-03-01' }],
    ['yesterday', '2026-03-01', { from: '2026-02-28', to: '2026-02-28' }],
    ['last_7_days', '2026-03-01', { from: '2026-02-23', to: '2026-03-01' }],
    ['last_30_days', '2024-03-01', { from: '2024-02-01', to: '2024-03-01' }],
    ['this_month', '2026-03-31', { from: '2026-03-01', to: '2026-03-31' }],
  ])('%s on %s', (preset, today, range) => {
    expect(datePresets[preset]?.(today)).toEqual(range);
  });
});
