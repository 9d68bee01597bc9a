import { describe, expect, it } from 'vitest';
import { BOTH_DATABASES } from '#tests/support/testDatabase.ts';
import { openedImport } from './openedImport.ts';

describe.each(BOTH_DATABASES)('an import on the %s database', (kind) => {
  const imports = openedImport(kind);

  it('of lines keeps to the limits of their number, their order and their numbering', async () => {
    const trip = await imports.world.create('trips', { name: 'North', stops: [{ place: 'A' }] });
    const stops = async () => {
      const answer = await imports.world.call({ url: `/prod-api/trips/${trip}`, token: imports.world.token });
      return answer.json<{ data: { stops: { id: string; place: string; number: string }[] } }>().data.stops;
    };
    const [first] = await stops();
    const file = await imports.world.uploaded(`place,trip_id\nB,${trip}\nC,${trip}\nD,${trip}\n`, 'stops.csv', 'stops');
    expect(file).toMatchObject({ status: 'ready', counts: { create: 3 } });
    expect(await imports.world.applied(file.id, 'valid')).toMatchObject({ counts: { created: 2, refused: 1 } });
    expect((await stops()).map(({ place }) => place)).toEqual(['A', 'B', 'C']);
    expect(new Set((await stops()).map(({ number }) => number)).size).toBe(3);
    expect((await stops()).every(({ number }) => number.startsWith('S-'))).toBe(true);
    await imports.world.call({ method: 'DELETE', url: `/prod-api/stops/${first?.id}`, token: imports.world.token });
    // Without both, the trip would have none.
    expect(await imports.world.undone(file.id)).toMatchObject({ counts: { undone: 1, kept: 1 } });
    expect((await stops()).map(({ place }) => place)).toEqual(['B']);
  });

  it('of more rows than one check takes is worked on in the background', async () => {
    const lines = Array.from({ length: 1_500 }, (_, at) => `g${at},Name ${at}`);
    const file = await imports.world.uploaded(`code,name\n${lines.join('\n')}\n`);
    expect(file.status).toBe('checking');
    await imports.world.imports.step();
    expect(await imports.world.get(file.id)).toMatchObject({ status: 'ready', counts: { create: 1_500 } });
    expect(await imports.world.applied(file.id, 'all')).toMatchObject({ status: 'done', counts: { created: 1_500 } });
    expect(await imports.world.undone(file.id)).toMatchObject({ status: 'undone', counts: { undone: 1_500, kept: 0 } });
  }, 120_000);
});
