import { afterAll, beforeAll, expect } from 'vitest';
import { z } from 'zod';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { gatewayWorld, MERCHANT, type GatewayWorld, type Parameters } from './gatewayWorld.ts';

export const pageSchema = z.object({
  items: z.array(z.looseObject({ type: z.string(), created_at: z.string(), merchant_order_no: z.string().optional() })),
  next_cursor: z.string().nullable(),
  complete_until: z.string(),
});

/** A gateway with records to list, for all tests of the `describe` around. Use what it returns in tests only. */
export function gatewayLists() {
  let world: GatewayWorld;
  let merchantId: string;
  beforeAll(async () => {
    world = await gatewayWorld(USUAL_DATABASE);
    merchantId = await world.merchantId(MERCHANT);
  });
  afterAll(() => world.close());
  async function page(parameters: Parameters, merchantNo?: string) {
    const { status, data } = await world.ask('list', parameters, merchantNo);
    expect(status).toBe(200);
    return pageSchema.parse(data);
  }
  return {
    get merchantId() {
      return merchantId;
    },
    get world() {
      return world;
    },
    page,
  };
}
