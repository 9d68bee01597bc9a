import { addDays } from 'date-fns/addDays';
import { subDays } from 'date-fns/subDays';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertChecker, decidersFor, standingOf } from '#server/money/checkers.ts';
import type { Database } from '#server/db/schema.ts';
import { ForbiddenError } from '#server/errors.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { type TestDatabase, USUAL_DATABASE } from '#tests/support/testDatabase.ts';

const NOW = new Date('2026-11-28T12:00:00Z');
const PERMISSION = 'payment_requests.approve';

/** A user of a generated tenant. `invitedBy` and `resetBy` are indexes of earlier or later users. */
interface Person {
  mayApprove: boolean;
  isEnabled: boolean;
  /** Days until the power can be used; negative if it can be used. */
  waitDays: number;
  invited: { by: number; daysAgo: number } | null;
  reset: { by: number; daysAgo: number } | null;
}

const MOST = 5;
const edge = fc.option(fc.record({ by: fc.nat(MOST - 1), daysAgo: fc.constantFrom(0, 1, 29, 31, 400) }));
const person: fc.Arbitrary<Person> = fc.record({
  mayApprove: fc.boolean(),
  isEnabled: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
  waitDays: fc.constantFrom(-1, -1, -1, 1),
  invited: edge,
  reset: edge,
});

describe('approving', () => {
  let database: TestDatabase<Database>;
  beforeAll(async () => {
    database = await migratedDatabase(USUAL_DATABASE);
  });
  afterAll(() => database.remove());

  async function tenant(people: readonly Person[], isStrict = false) {
    const { kysely } = database.db;
    const merchantId = uuidv7();
    const at = { created_at: NOW, updated_at: NOW };
    await kysely
      .insertInto('merchants')
      .values({
        ...{ merchant_id: merchantId, merchant_no: merchantId, type: 'merchant', parent_id: null, name: 'Ink' },
        ...{ currency: 'CNY', is_divide_hundred: 1, time_zone: 'UTC', strict_checkers: isStrict, ...at },
      })
      .execute();
    const roleId = uuidv7();
    const role = { merchant_id: merchantId, id: roleId, name: 'Approver', description: null, ...at };
    await kysely.insertInto('roles').values(role).execute();
    await kysely
      .insertInto('role_permissions')
      .values({ merchant_id: merchantId, role_id: roleId, permission: PERMISSION })
      .execute();
    const ids = people.map(() => uuidv7());
    const by = (made: { by: number; daysAgo: number } | null) => ({
      id: made === null ? null : (ids[made.by] ?? null),
      at: made === null ? null : subDays(NOW, made.daysAgo),
    });
    for (const [index, one] of people.entries()) {
      const id = ids[index] ?? '';
      const [invited, reset] = [by(one.invited), by(one.reset)];
      await kysely
        .insertInto('users')
        .values({
          ...{ merchant_id: merchantId, id, username: `user ${index}`, real_name: `User ${index}`, ...at },
          ...{ invited_by: invited.id, invited_at: invited.at },
          status: one.isEnabled ? 'enabled' : 'disabled',
        })
        .execute();
      if (reset.id !== null && reset.at !== null) {
        const row = { merchant_id: merchantId, user_id: id, reset_by: reset.id, reset_at: reset.at };
        await kysely.insertInto('sign_in_resets').values(row).execute();
      }
      if (!one.mayApprove) continue;
      const key = { merchant_id: merchantId, user_id: id };
      await kysely
        .insertInto('user_roles')
        .values({ ...key, role_id: roleId })
        .execute();
      await kysely
        .insertInto('user_powers')
        .values({ ...key, power: 'approve', gained_at: NOW, usable_at: addDays(NOW, one.waitDays) })
        .execute();
    }
    const asked = { merchantId, permission: PERMISSION, at: NOW };
    const pair = (maker: number, checker: number) => ({
      ...asked,
      makerId: ids[maker] ?? '',
      checkerId: ids[checker] ?? '',
    });
    return {
      standing: (maker: number, checker: number) => standingOf(database.db.kysely, pair(maker, checker)),
      deciders: (maker: number) => decidersFor(database.db.kysely, { ...asked, makerId: ids[maker] ?? '' }),
      approve: (maker: number, checker: number) => {
        const { checkerId, ...decision } = pair(maker, checker);
        return assertChecker(database.db.kysely, { ...decision, checker: { merchantId, userId: checkerId } });
      },
    };
  }

  const plain: Person = { mayApprove: true, isEnabled: true, waitDays: -1, invited: null, reset: null };
  const invitedBy = (by: number, daysAgo = 1): Person => ({ ...plain, invited: { by, daysAgo } });
  const refused = (id: string, names?: string) =>
    expect.objectContaining({ id, ...(names !== undefined && { args: { names } }) });

  it('is free between users whom no invitation or reset of the last 30 days joins', async () => {
    const { approve } = await tenant([plain, invitedBy(0, 31), { ...plain, reset: { by: 0, daysAgo: 31 } }]);
    expect(await approve(0, 1)).toBe(null);
    expect(await approve(1, 0)).toBe(null);
    expect(await approve(2, 1)).toBe(null);
  });

  it('is never possible for an own request', async () => {
    const { approve } = await tenant([plain]);
    await expect(approve(0, 0)).rejects.toThrow(refused('own_request'));
  });

  it('is refused between inviter and invited, either way, while another user may decide', async () => {
    const { approve, deciders } = await tenant([plain, invitedBy(0), { ...plain, waitDays: -2 }]);
    await expect(approve(0, 1)).rejects.toThrow(refused('checker_related', 'User 2'));
    await expect(approve(1, 0)).rejects.toThrow(refused('checker_related', 'User 2'));
    expect(await approve(0, 2)).toBe(null);
    expect(await deciders(0)).toEqual(['User 2']);
  });

  it('is refused between two users whom the same user invited in a row', async () => {
    const { approve } = await tenant([plain, invitedBy(0), invitedBy(0), plain]);
    await expect(approve(1, 2)).rejects.toThrow(refused('checker_related', 'User 3'));
  });

  it('is refused after a reset, either way', async () => {
    const { approve } = await tenant([plain, { ...plain, reset: { by: 0, daysAgo: 2 } }, plain]);
    await expect(approve(0, 1)).rejects.toThrow(refused('checker_related'));
    await expect(approve(1, 0)).rejects.toThrow(refused('checker_related'));
  });

  it('is marked with the relation if nobody else may decide', async () => {
    const others = [
      { ...plain, isEnabled: false },
      { ...plain, waitDays: 1 },
      { ...plain, mayApprove: false },
    ];
    const { approve, deciders } = await tenant([plain, invitedBy(0), ...others]);
    const at = subDays(NOW, 1);
    expect(await approve(0, 1)).toEqual({ checker_relation: 'maker_invited', checker_related_at: at });
    expect(await approve(1, 0)).toEqual({ checker_relation: 'checker_invited', checker_related_at: at });
    expect(await deciders(0)).toEqual(['User 1']);
  });

  it('is refused between related users of a strict merchant, even if nobody else may decide', async () => {
    const { approve, deciders } = await tenant([plain, invitedBy(0)], true);
    await expect(approve(0, 1)).rejects.toThrow(refused('checker_strict'));
    expect(await deciders(0)).toEqual([]);
  });

  it('is refused until the wait of the approver is over', async () => {
    const { approve } = await tenant([plain, { ...plain, waitDays: 1 }]);
    await expect(approve(0, 1)).rejects.toThrow(
      expect.objectContaining({ id: 'power_waiting', args: { from: '2026-11-29 12:00:00' } }),
    );
  });

  it('never joins related users while an unrelated one may decide, however they were invited and reset', async () => {
    let [refusals, marks] = [0, 0];
    const people = fc.array(person, { minLength: 2, maxLength: MOST });
    await fc.assert(
      fc.asyncProperty(people, fc.boolean(), async (some, isStrict) => {
        const { standing, approve, deciders } = await tenant(some, isStrict);
        const components = componentsOf(some);
        const may = (index: number) => {
          const one = some[index];
          return one !== undefined && one.mayApprove && one.isEnabled && one.waitDays < 0;
        };
        const all = some.map((_, index) => index);
        for (const maker of all) {
          const unrelated = all.filter((other) => may(other) && components[other] !== components[maker]);
          for (const checker of all.filter((other) => other !== maker)) {
            const isRelated = components[maker] === components[checker];
            const expected = !isRelated ? 'free' : unrelated.length > 0 ? 'refused' : isStrict ? 'strict' : 'marked';
            const { kind } = await standing(maker, checker);
            expect(kind).toBe(expected);
            if (kind === 'refused') refusals += 1;
            if (kind === 'marked') marks += 1;
            const passed = await approve(maker, checker).then(
              (note) => (note === null ? 'free' : 'marked'),
              (error: unknown) => (error instanceof ForbiddenError ? 'refused' : 'failed'),
            );
            const isReady = some[checker]?.mayApprove === true && (some[checker]?.waitDays ?? 1) < 0;
            expect(passed).toBe(isReady && (kind === 'free' || kind === 'marked') ? kind : 'refused');
          }
          const names = (await deciders(maker)).map((name) => Number(name.replace('User ', '')));
          const fallback = isStrict ? [] : all.filter((other) => other !== maker && may(other));
          expect(names.toSorted((one, other) => one - other)).toEqual(unrelated.length > 0 ? unrelated : fallback);
        }
      }),
      { numRuns: 60 },
    );
    expect(Math.min(refusals, marks)).toBeGreaterThan(0);
  });
});

/** Components of the graph of recent edges, by naive merging. */
function componentsOf(people: readonly Person[]): number[] {
  const components = people.map((_, index) => index);
  const join = (one: number, other: number | undefined) => {
    const [from, to] = [components[one], components[other ?? one]];
    for (const [index, component] of components.entries()) if (component === from) components[index] = to ?? component;
  };
  for (const [index, { invited, reset }] of people.entries()) {
    for (const made of [invited, reset]) {
      if (made && made.daysAgo < 30 && made.by < people.length) join(index, made.by);
    }
  }
  return components;
}
