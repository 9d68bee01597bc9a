import { createGatewayClient } from './gatewayClient.ts';
import { notificationReceiver } from './notificationReceiver.ts';

/**
 * A shop with one product. Places an order, prints where to pay, waits for the notification, and queries the order to
 * verify it. The sandbox pays by itself after five seconds, unless the payment page is opened before that.
 *
 * MERCHANT_NO=M100001 MERCHANT_KEY=… npx tsx examples/gateway/shop.ts
 *
 * The server must be started with PRIVATE_NOTIFY_URLS=1 to reach a shop on the same computer.
 */
const {
  GATEWAY_URL = 'http://127.0.0.1:4000',
  MERCHANT_NO = '',
  MERCHANT_KEY = '',
  CHANNEL = 'cn_qr_yun',
} = process.env;
const { AMOUNT = '12300', SHOP_PORT = '4300' } = process.env;

const client = createGatewayClient({ url: GATEWAY_URL, merchantNo: MERCHANT_NO, key: MERCHANT_KEY });
/** Orders that have been processed. A real shop keeps this in its database; here it lasts for this run only. */
const delivered = new Set<string>();

const receiver = notificationReceiver(client, async ({ merchantOrderNo, status }) => {
  if (delivered.has(merchantOrderNo)) return;
  delivered.add(merchantOrderNo);
  console.log(`Told: ${merchantOrderNo} is ${status}`);
  const order = await client.query('collect', merchantOrderNo);
  console.log(
    `Asked: ${order.orderNo} is ${order.status}, ${order.amount} with a fee of ${order.fee} ${order.currency}`,
  );
  receiver.close();
});

async function buy(): Promise<void> {
  const order = await client.collect({
    merchantOrderNo: `SHOP-${Date.now()}`,
    channel: CHANNEL,
    amount: BigInt(AMOUNT),
    subject: 'One thing',
    notifyUrl: `http://127.0.0.1:${SHOP_PORT}/told`,
  });
  console.log(`Placed: ${order.merchantOrderNo} as ${order.orderNo}, ${order.status}`);
  if (order.payUrl !== null) console.log(`Pay at: ${order.payUrl}`);
}

receiver.listen(Number(SHOP_PORT), '127.0.0.1', () => {
  buy().catch((error: unknown) => {
    console.error(error);
    receiver.close();
  });
});
