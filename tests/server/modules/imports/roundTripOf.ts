import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { type ImportWorld, importWorld } from './importWorld.ts';

const NASTY = ['=1+1', '-5', '@x', '1/2', '00123', '1,234', '王小明', 'a "quoted" text', 'yes', '😀', '2026-03-08'];
/** A text that Excel has rounded, or an apostrophe before what exports put one before, can't be read for certain. */
const isCertain = (text: string) => !/^\s*'/.test(text) && !/^\d(?:[.,]\d+)?E\+\d{2,}$/i.test(text.trim());
const text = fc
  .oneof(fc.constantFrom(...NASTY), fc.string({ maxLength: 30 }))
  .map((one) => one.trim())
  .filter((one) => one !== '' && isCertain(one));
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2039-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());

const client = fc.record(
  {
    name: text,
    stage: fc.constantFrom('lead', 'won'),
    seats: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    weight: fc.bigInt(-(10n ** 17n), 10n ** 17n).map((units) => {
      const digits = (units < 0n ? -units : units).toString().padStart(4, '0');
      return `${units < 0n ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`;
    }),
    credit: fc.bigInt(0n, 10n ** 17n).map(String),
    discount: fc.integer({ min: -100_000, max: 100_000 }),
    active: fc.boolean(),
    since: day.map((one) => one.slice(0, 10)),
    called_at: day.map((one) => `${one.slice(0, 19)}.000Z`),
  },
  { requiredKeys: [] },
);

/** Imports what an export writes, with `numRuns` random lists of clients in each format. */
export function roundTripOf(numRuns: number): void {
  describe('what an export writes', () => {
    let world: ImportWorld;
    let run = 0;
    beforeAll(async () => {
      world = await importWorld(USUAL_DATABASE);
      await world.create('firms', { name: 'Acme' });
    });
    afterAll(() => world.close());

    it.each(['csv', 'xlsx'] as const)(
      'as %s is read back to the same values by an import',
      async (format) => {
        await fc.assert(
          fc.asyncProperty(fc.array(client, { minLength: 1, maxLength: 5 }), async (clients) => {
            run += 1;
            for (const [at, values] of clients.entries())
              await world.create('clients', { code: `${format}${run}-${at}`, ...values });
            const url = `/prod-api/clients/export?format=${format}`;
            const answer = await world.call({ url, token: world.token });
            const { counts } = await world.uploaded(answer.rawPayload, `clients.${format}`);
            expect(counts).toMatchObject({ problems: 0, create: 0, update: 0, same: counts.total });
            expect(counts.total).toBeGreaterThanOrEqual(clients.length);
          }),
          { numRuns },
        );
      },
      180_000,
    );
  });
}
