import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entriesOf } from '#server/audit/readAudit.ts';
import { createMerchantKeys, forgetEndedKeys } from '#server/modules/signingKeys/merchantKeys.ts';
import { databaseFiles } from '#tests/support/databaseFiles.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { basicInformationCalls } from './basicInformationCalls.ts';
const [GRACE_HOURS, HOUR] = [48, 3600];

describe('basic information', () => {
  let world: World;
  let owner: ReturnType<typeof basicInformationCalls>;
  let merchantId: string;
  const log: string[] = [];
  beforeAll(async () => {
    const logTo = { write: (line: string) => void log.push(line) };
    const app = { keyGraceHours: GRACE_HOURS, logLevel: 'trace' as const, logTo };
    world = await startWorld(USUAL_DATABASE, { orders: 20, app });
    ({ merchant_id: merchantId } = await world.db.kysely
      .selectFrom('merchants')
      .where('merchant_no', '=', 'M100001')
      .select('merchant_id')
      .executeTakeFirstOrThrow());
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    // Past any lock and rate limit.
    world.clock.advance(2 * HOUR);
    await world.db.kysely.deleteFrom('pay_password_attempts').execute();
    owner = basicInformationCalls(world, (await world.signIn('demo')).login_token);
  });

  const as = async (username: string) => basicInformationCalls(world, (await world.signIn(username)).login_token);
  const service = () =>
    createMerchantKeys({ db: world.db, clock: world.clock, cipher: world.cipher, maxGraceHours: GRACE_HOURS });
  const usable = async () => (await service().usableKeys(merchantId)).map(({ key }) => key);
  const audited = () =>
    entriesOf(world.db.kysely, merchantId, 'md5_key', merchantId).selectAll().limit(1).executeTakeFirstOrThrow();

  it('contains the merchant and the end of its key', async () => {
    expect(await owner.info()).toMatchObject({
      merchant_no: 'M100001',
      short_name: '海星优选',
      currency: 'CNY',
      time_zone: 'Asia/Shanghai',
      status: 'active',
      may: { edit: true, regenerate: true, make_key: true },
      md5_key: { max_grace_hours: GRACE_HOURS, current: { tail: expect.stringMatching(/^[0-9a-f]{4}$/) } },
    });
  });

  it('can be read, changed and replaced with the respective permissions', async () => {
    const viewer = await as('viewer');
    expect(await viewer.info()).toMatchObject({
      may: { edit: false, regenerate: false, make_key: false },
      md5_key: { previous: null },
    });
    for (const path of ['/base-info/update', '/md5-key/update', '/md5-key/end-old']) {
      expect((await viewer.send('POST', path, {})).status).toBe(403);
    }
  });

  it('of the platform has no key', async () => {
    const platform = await as('operator');
    expect(await platform.info()).toMatchObject({
      md5_key: null,
      may: { edit: true, regenerate: false, make_key: false },
    });
    expect((await platform.regenerate()).status).toBe(403);
  });

  describe('contact details', () => {
    const details = {
      short_name: '海星',
      contact_name: ' Lin Xiao ',
      phone: '+86 21 5550 0101',
      email: 'lin@haixing.example',
    };

    it('can be changed, with the values before and after in the audit log', async () => {
      const { revision } = await owner.info();
      const changed = await owner.update({ revision, ...details });
      expect(changed).toMatchObject({
        status: 200,
        data: { ...details, contact_name: 'Lin Xiao', revision: revision + 1 },
      });
      const entry = await entriesOf(world.db.kysely, merchantId, 'base_info', merchantId)
        .selectAll()
        .executeTakeFirstOrThrow();
      expect(entry).toMatchObject({
        action: 'base_info.edit',
        before: { short_name: '海星优选', contact_name: '林晓' },
        after: { short_name: '海星', contact_name: 'Lin Xiao' },
      });
    });

    it('can be removed', async () => {
      const { revision } = await owner.info();
      const empty = { short_name: '', contact_name: null, phone: ' ', email: '' };
      expect((await owner.update({ revision, ...empty })).data).toMatchObject({
        short_name: null,
        contact_name: null,
        phone: null,
        email: null,
      });
    });

    it.each([
      ['phone', 'call me', 'phone number'],
      ['phone', '+', 'phone number'],
      ['email', 'lin@', 'email address'],
      ['short_name', 'x'.repeat(61), 'no more than 60'],
    ])('are rejected with the %s %j', async (field, value, words) => {
      const { revision } = await owner.info();
      const refused = await owner.update({ revision, ...details, [field]: value });
      expect(refused).toMatchObject({ status: 422, errors: { [field]: expect.stringContaining(words) } });
      expect(Object.keys(refused.errors)).toEqual([field]);
    });

    it("don't overwrite those that another user has saved", async () => {
      const { revision } = await owner.info();
      const both = await Promise.all(
        ['A', 'B'].map((contact_name) => owner.update({ revision, ...details, contact_name })),
      );
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const lost = both.find(({ status }) => status === 409);
      expect(lost?.data?.current).toEqual(await owner.info());
    });

    it('may stay as they were before there were rules for them', async () => {
      const before = { phone: 'ask Lin', email: 'lin at haixing' };
      await world.db.kysely.updateTable('merchants').set(before).where('merchant_id', '=', merchantId).execute();
      const { revision } = await owner.info();
      expect(await owner.update({ revision, ...details, ...before })).toMatchObject({ status: 200, data: before });
    });

    it('reject unknown fields', async () => {
      const { revision } = await owner.info();
      expect((await owner.update({ revision, ...details, approval_threshold: '0' })).status).toBe(422);
    });
  });

  describe('the signing key', () => {
    it('is replaced immediately, and shown only once', async () => {
      const [before] = await usable();
      const key = await owner.regenerated({ grace_hours: 0 });
      expect(key).toMatch(/^[0-9a-f]{32}$/);
      expect(await usable()).toEqual([key]);
      expect(key).not.toBe(before);
      const { current, previous } = (await owner.info()).md5_key ?? {};
      expect(current).toMatchObject({ tail: key.slice(-4), last_used_at: null });
      expect(previous).toBeNull();
    });

    it('stays valid for the chosen grace time, and no longer', async () => {
      const [before] = await usable();
      const key = await owner.regenerated({ grace_hours: 2 });
      const ends_at = new Date(world.clock.now().getTime() + 2 * HOUR * 1000).toISOString();
      expect((await owner.info()).md5_key?.previous).toMatchObject({ tail: before?.slice(-4), ends_at });
      world.clock.advance(2 * HOUR - 1);
      expect(await usable()).toEqual([key, before]);
      world.clock.advance(1);
      expect(await usable()).toEqual([key]);
      const count = async () => (await rowsOf(world, merchantId)).length;
      expect(await count()).toBe(2);
      await forgetEndedKeys(world.db, world.clock.now());
      expect(await count()).toBe(1);
      expect((await as('demo').then((again) => again.info())).md5_key?.previous).toBeNull();
    });

    it('stays valid for the configured time by default, and never longer', async () => {
      expect(await owner.regenerate({ grace_hours: GRACE_HOURS + 1 })).toMatchObject({
        status: 422,
        errors: { grace_hours: `Enter ${GRACE_HOURS} or less.` },
      });
      await owner.regenerated();
      const ends = (await owner.info()).md5_key?.previous?.ends_at ?? '';
      expect(Date.parse(ends) - world.clock.now().getTime()).toBe(GRACE_HOURS * HOUR * 1000);
    });

    it('has at most one predecessor: an earlier one becomes invalid', async () => {
      const first = await owner.regenerated();
      const second = await owner.regenerated();
      expect(await usable()).toEqual([second, first]);
    });

    it('can be ended before its grace time is over, once', async () => {
      const first = await owner.regenerated({ grace_hours: 0 });
      const second = await owner.regenerated();
      const keys = (await owner.info()).md5_key;
      expect(await usable()).toEqual([second, first]);
      const old = keys?.previous?.id ?? '';
      expect(await owner.endOld(keys?.current?.id ?? '')).toMatchObject({ status: 409 });
      const ended = await Promise.all([owner.endOld(old), owner.endOld(old)]);
      expect(ended.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect(await usable()).toEqual([second]);
      expect(await audited()).toMatchObject({ action: 'md5_key.end_previous', before: { previous: first.slice(-4) } });
    });

    it('requires the payment password and a code of the authenticator', async () => {
      const keys = await usable();
      expect((await owner.regenerate({ pay_password: undefined })).errors).toHaveProperty('pay_password');
      expect((await owner.regenerate({ pay_password: 'wrong' })).errors['pay_password']).toContain('Attempts left: 4');
      expect((await owner.regenerate({ totp_code: undefined })).errors).toHaveProperty('totp_code');
      expect((await owner.regenerate({ totp_code: '000000' })).errors['totp_code']).toContain('Attempts left: 4');
      expect(await usable()).toEqual(keys);
    });

    it('is replaced once by two concurrent calls', async () => {
      const key_id = (await owner.info()).md5_key?.current?.id;
      const keys = service();
      const { id: userId } = await world.db.kysely
        .selectFrom('users')
        .where('username', '=', 'demo')
        .select('id')
        .executeTakeFirstOrThrow();
      const permissions = new Set(['payment_requests.create', 'orders.refund']);
      const actor = { merchantId, userId, ip: '::1', userAgent: null, permissions };
      const asked = { keyId: key_id ?? null, graceHours: 0 };
      const both = await Promise.allSettled([keys.replace(actor, asked), keys.replace(actor, asked)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const won = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(await usable()).toEqual(won);
      const late = await owner.regenerate({ key_id, pay_password: 'wrong' });
      expect(late).toMatchObject({ status: 409, msg: expect.stringContaining('just been replaced') });
    });

    it('is created for a merchant that has none yet', async () => {
      await world.db.kysely.deleteFrom('merchant_keys').where('merchant_id', '=', merchantId).execute();
      expect((await owner.info()).md5_key).toMatchObject({ current: null, previous: null });
      expect(await usable()).toEqual([]);
      const key = await owner.regenerated();
      expect(await usable()).toEqual([key]);
      expect(await audited()).toMatchObject({ before: null, after: { key: key.slice(-4), previous_ends_at: null } });
    });

    it("can't be replaced too often", async () => {
      for (let times = 0; times < 5; times += 1) await owner.regenerated();
      expect((await owner.regenerate()).status).toBe(429);
    });

    it('is announced to all other users who could have replaced it', async () => {
      const { kysely } = world.db;
      const of = { merchant_id: merchantId };
      const user = (username: string) =>
        kysely.selectFrom('users').where('username', '=', username).select('id').executeTakeFirstOrThrow();
      const role = kysely.selectFrom('roles').where('merchant_id', '=', merchantId).where('is_owner', '=', true);
      const [{ id: user_id }, { id: role_id }] = [
        await user('viewer'),
        await role.select('id').executeTakeFirstOrThrow(),
      ];
      await kysely.deleteFrom('notifications').where('kind', '=', 'key_changed').execute();
      await kysely
        .insertInto('user_roles')
        .values({ ...of, user_id, role_id })
        .execute();
      await owner.regenerated();
      await kysely.deleteFrom('user_roles').where('user_id', '=', user_id).where('role_id', '=', role_id).execute();
      const told = await kysely.selectFrom('notifications').where('kind', '=', 'key_changed').selectAll().execute();
      expect(told).toMatchObject([{ ...of, user_id }]);
    });

    it('is useless in the row of another merchant', async () => {
      const rows = world.db.kysely
        .selectFrom('merchant_keys')
        .where('merchant_id', '!=', merchantId)
        .select('key_value');
      const { key_value } = await rows.executeTakeFirstOrThrow();
      await world.db.kysely
        .updateTable('merchant_keys')
        .set({ key_value })
        .where('merchant_id', '=', merchantId)
        .execute();
      await expect(usable()).rejects.toThrow('data key');
    });

    it('is in no log and unencrypted in no database file, and in the audit log only with its last characters', async () => {
      const key = await owner.regenerated();
      expect(log.length).toBeGreaterThan(10);
      expect(log.join('')).not.toContain(key);
      const { key_value: sealed } = await world.db.kysely
        .selectFrom('merchant_keys')
        .where('merchant_id', '=', merchantId)
        .where('ends_at', 'is', null)
        .select('key_value')
        .executeTakeFirstOrThrow();
      const found = { plain: false, sealed: false };
      for await (const { content } of databaseFiles(world)) {
        found.plain ||= content.includes(key);
        found.sealed ||= content.includes(sealed);
      }
      expect(found).toEqual({ plain: false, sealed: true });
      expect(await audited()).toMatchObject({ action: 'md5_key.regenerate', after: { key: key.slice(-4) } });
    });
  });
});

function rowsOf({ db }: World, merchantId: string) {
  return db.kysely.selectFrom('merchant_keys').where('merchant_id', '=', merchantId).selectAll().execute();
}
