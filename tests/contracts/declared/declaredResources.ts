import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe } from 'vitest';
import { declarationSchema, toResource } from '@merchant-console/declaration';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { loadResources } from '#server/resources/registry/readFolder.ts';
import { declaredContract } from './declaredContract.ts';
import { parcels } from './parcels.ts';
import { sampleRecord, type Samples } from './sampleValue.ts';
import { type DemoServer, startDeclaredServer } from './startDeclaredServer.ts';

/** Valid values of these fields are known to the server only. */
const SAMPLES: Readonly<Record<string, Samples>> = {
  menus: { component_path: ['orders', 'payouts', 'channels'], redirect: ['/orderList', '/paymentOrder'] },
};

/** A branch is a sub-merchant and all its descendants: tests/server/modules/submerchants. */
const BRANCHES = ['branch_id'];

const resources = await loadResources(path.resolve('resources'));

const stored = toResource(declarationSchema.parse(parcels));

/** Resources that show the records of others: to the platform, to a parent merchant, or to those who review them. */
const OF_OTHERS = /^(platform|submerchant|merchant)_|_reviews$/;

/** True for resources of others, apart from two that stand for all of them. */
export const isLeftToLong = (name: string): boolean =>
  OF_OTHERS.test(name) && name !== 'platform_orders' && name !== 'submerchant_payouts';

/** Declares the cases of the shipped resources, and of one that is stored, as far as `isTested` accepts their names. */
export function declaredResources(isTested: (name: string) => boolean): void {
  describe('each shipped resource and a stored one, over the server', () => {
    let server: DemoServer;
    beforeAll(async () => {
      server = await startDeclaredServer(USUAL_DATABASE, { orders: 400, resources: { parcels } });
      for (const turn of [5, 6, 7]) {
        const body = sampleRecord(stored.fields, 'create', { samples: {}, records: [] }, turn);
        await server.for(stored).send('owner', 'POST', '', body);
      }
      // None of the demo's few refunds has failed.
      await server.world.db.kysely
        .updateTable('refunds')
        .set({ status: 'failed', error_code: 'refused', error_msg: 'The bank refused the refund' })
        .where('status', '=', 'success')
        .execute();
      // The demo's endpoints are disabled, so nothing was posted to them.
      await sql`
      insert into webhook_deliveries (merchant_id, id, endpoint_id, event, resource, record_id, order_no,
        merchant_order_no, notify_status, created_at)
      select e.merchant_id, gen_random_uuid(), e.id, 'order_paid', 'orders', o.id, o.order_no, o.merchant_order_no,
        'delivered', o.created_at
      from webhook_endpoints e cross join lateral (
        select * from orders o where o.merchant_id = e.merchant_id and o.status = 'success' order by o.id limit 3
      ) o`.execute(server.world.db.kysely);
      // Exports are recorded, so the audit logs aren't empty.
      for (const one of resources.values()) await server.for(one).send('owner', 'GET', '/export?format=csv');
    });
    afterAll(() => server.world.close());

    for (const resource of [...resources.values(), stored].filter(({ name }) => isTested(name))) {
      declaredContract(resource, () => server.for(resource), {
        hasStranger: resource.tenants.includes('merchant'),
        samples: SAMPLES[resource.name] ?? {},
        filtersElsewhere: resource.name.startsWith('submerchant_') ? BRANCHES : [],
      });
    }
  });
}
