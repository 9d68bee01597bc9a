import { hoursToSeconds } from 'date-fns/hoursToSeconds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { gatewayWorld, MERCHANT, refusalOf, type GatewayWorld } from './gatewayWorld.ts';

const PAYEE = { name: 'Ana García', card_number: '6222020200112233440', bank_name: 'ICBC' };

describe('a payout of a merchant’s server', () => {
  let world: GatewayWorld;
  let payeeId: string;
  beforeAll(async () => {
    world = await gatewayWorld(USUAL_DATABASE);
    payeeId = await console('POST', 'payees', PAYEE);
  });
  afterAll(() => world.close());

  /** Makes a call as an owner. Returns the ID of the record. */
  async function console(method: 'POST', path: string, payload: object): Promise<string> {
    const { login_token: token } = await world.signIn('demo');
    const answer = await world.call({ method, url: `/prod-api/${path}`, token, payload });
    return answer.json<{ data: { id: string } }>().data.id;
  }
  const payout = (no: string, card_number = PAYEE.card_number) =>
    world.ask('payout', {
      channel: 'cn_payout_bank',
      merchant_order_no: no,
      amount: '10000',
      payee_name: 'Someone',
      card_number,
      bank_name: 'ICBC',
    });
  const refused = (reason: string) => ({ status: 422, error: 'validation', reasons: { card_number: reason } });

  it('to the number of a saved payee waits with the payee, and says until when', async () => {
    const answer = await payout('P1');
    expect(refusalOf(answer)).toEqual(refused('account_payee_waiting'));
    expect(answer.data['errors']).toEqual({
      card_number: expect.stringMatching(/“Ana García”, who was added or changed recently.* from 2026-.*T.*Z\.$/),
    });
    world.clock.advance(hoursToSeconds(24));
    expect(await payout('P1')).toMatchObject({ status: 201 });
  });

  it('to the number of a disabled payee is refused, but an earlier call is answered as before', async () => {
    await console('POST', `payees/${payeeId}/disable`, {});
    expect(refusalOf(await payout('P2'))).toEqual(refused('account_payee_disabled'));
    // Written in groups, it is the same number.
    expect(refusalOf(await payout('P2', '6222 0202 0011 2233 440'))).toEqual(refused('account_payee_disabled'));
    expect(await payout('P1')).toMatchObject({ status: 200 });
    await console('POST', `payees/${payeeId}/enable`, {});
    world.clock.advance(hoursToSeconds(24));
  });

  it('goes only to saved payees if the merchant has chosen so', async () => {
    const merchants = world.db.kysely.updateTable('merchants').where('merchant_no', '=', MERCHANT);
    await merchants.set({ only_saved_payees: true }).execute();
    expect(refusalOf(await payout('P3', '6228480402564890018'))).toEqual(refused('account_not_saved'));
    expect(await payout('P3')).toMatchObject({ status: 201 });
    await merchants.set({ only_saved_payees: false }).execute();
  });
});
