import { describe, expect, it } from 'vitest';
import { compareFigures, compareRates } from '#console/features/figures/Figure.tsx';

describe('a figure beside that of the period before', () => {
  it('is up or down by a share of it, in tenths of a percent, rounded half up', () => {
    expect(compareFigures(150n, 100n)).toEqual({ kind: 'up', by: 500n });
    expect(compareFigures(0n, 100n)).toEqual({ kind: 'down', by: 1000n });
    expect(compareFigures(2n, 3n)).toEqual({ kind: 'down', by: 333n });
    expect(compareFigures(20_010n, 20_000n)).toEqual({ kind: 'up', by: 1n });
    expect(compareFigures(9_007_199_254_740_993n * 3n, 9_007_199_254_740_993n)).toEqual({ kind: 'up', by: 2000n });
  });

  it('is never shown as unchanged if it differs', () => {
    expect(compareFigures(1_000_000n, 1_000_000n)).toEqual({ kind: 'same' });
    expect(compareFigures(1_000_000_001n, 1_000_000_000n)).toEqual({ kind: 'up', by: 1n });
    expect(compareFigures(999_999_999n, 1_000_000_000n)).toEqual({ kind: 'down', by: 1n });
  });

  it('says since when there are data, instead of a share, if the earlier period began before the first data', () => {
    expect(compareFigures(1_207n, 100n, '2026-05-12')).toEqual({ kind: 'since', day: '2026-05-12' });
    expect(compareRates(9_000, 8_000, '2026-05-12')).toEqual({ kind: 'since', day: '2026-05-12' });
  });

  it('has no comparison if the earlier figure is zero', () => {
    for (const before of [null, 0n]) expect(compareFigures(7n, before)).toEqual({ kind: 'none' });
    expect(compareRates(9_500, null)).toEqual({ kind: 'none' });
    expect(compareRates(null, 9_500)).toEqual({ kind: 'none' });
  });

  it('is a difference in percentage points for rates', () => {
    expect(compareRates(9_500, 9_000)).toEqual({ kind: 'up', by: 500n });
    expect(compareRates(0, 9_000)).toEqual({ kind: 'down', by: 9_000n });
    expect(compareRates(0, 0)).toEqual({ kind: 'same' });
  });
});
