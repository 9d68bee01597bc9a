import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { timelineSchema } from '@merchant-console/protocol';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { batchWorld, HEADER, row, type BatchWorld } from './batchWorld.ts';

const answerSchema = z.object({ data: timelineSchema });

describe('the history of a batch', () => {
  let batches: BatchWorld;
  beforeAll(async () => {
    batches = await batchWorld(USUAL_DATABASE);
  });
  afterAll(() => batches.world.close());

  it('shows what was corrected or removed in which row, to users who may list rows', async () => {
    const draft = await batches.uploaded([HEADER, row({ amount: '1e3' }), row({ amount: '77.20' })].join('\n'));
    const { items } = await batches.items(draft.id);
    const [first, second] = items;
    if (!first || !second) throw new Error('two rows');
    await batches.repair(first, { amount: '20', card_number: '6228 4804 0256 4890 018' });
    await batches.remove(second);
    const history = async (user: string) => {
      const url = `/prod-api/batch-transfers/${draft.id}/timeline`;
      const answer = await batches.world.call({ url, token: batches.token(user) });
      return answerSchema
        .parse(answer.json())
        .data.map(({ action, changes }) => [
          action.slice(action.indexOf('.') + 1),
          Object.fromEntries(changes.map(({ source, before, after }) => [source, [before, after]])),
        ]);
    };
    const removed = {
      line_no: [3, null],
      payee_name: ['王伟', null],
      card_number: ['6222••••0128', null],
      bank_name: ['工商银行', null],
      branch_name: [null, null],
      amount: ['77.20', null],
      remark: [null, null],
    };
    const corrected = { line_no: [2, 2], card_number: ['6222••••0128', '6228••••0018'], amount: ['1e3', '20'] };
    expect((await history('checker')).slice(0, 2)).toEqual([['remove_row', removed], ['repair', corrected]]); // prettier-ignore

    await batches.world.db.kysely
      .deleteFrom('role_permissions')
      .where('merchant_id', '=', batches.merchantId)
      .where('permission', '=', 'batch_transfer_items.list')
      .where('role_id', 'in', (from) => from.selectFrom('roles').where('name', '=', 'Viewer').select('id'))
      .execute();
    expect((await history('viewer')).slice(0, 2)).toEqual([['remove_row', {}], ['repair', {}]]); // prettier-ignore
  });
});
