import { describe, expect, it } from 'vitest';
import { createRecentRecords } from '#console/shell/palette/PaletteHost.tsx';

const record = (to: string, title = to) => ({ to, title, page: 'menu.orders', icon: null });

describe('the recently opened records', () => {
  it('are listed once each, newest first, with their newest title', () => {
    const recent = createRecentRecords();
    for (const one of [record('/a'), record('/b'), record('/a', 'A')]) recent.add(one);
    expect(recent.get()).toEqual([record('/a', 'A'), record('/b')]);
  });

  it('are at most eight', () => {
    const recent = createRecentRecords();
    for (let count = 0; count < 20; count += 1) recent.add(record(`/${count}`));
    expect(recent.get().map(({ to }) => to)).toEqual(['/19', '/18', '/17', '/16', '/15', '/14', '/13', '/12']);
  });
});
