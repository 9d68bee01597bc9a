import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createBooks, OtherOrderError, type BankOrder, type OrderType, type SentOrder } from './bankBooks.ts';
import { createCallbacks } from './bankCallbacks.ts';
import { createFaults, isFault, type Fault } from './bankFaults.ts';
import { payPage } from './bankPayPage.ts';
import { isValidSignature, signatureOf } from './bankSigning.ts';

export interface BankOptions {
  keyId: string;
  secret: string;
  /** Largest accepted difference between the clocks, in seconds. */
  toleranceSeconds?: number;
}

interface Answer {
  status: number;
  body: object;
}

const ORDER = /^\/v1\/(payouts|collections|refunds)\/([\w.-]{1,128})(\/closed)?$/;
const TYPE_OF: Readonly<Record<string, OrderType>> = {
  payouts: 'payout',
  collections: 'collection',
  refunds: 'refund',
};
const CONTENT = { 'Content-Type': 'application/json' };

/** The bank of docs/http-bank.md, in memory, with faults on request for tests. */
export function createBank({ keyId, secret, toleranceSeconds = 300 }: BankOptions): Server {
  const books = createBooks();
  const faults = createFaults();
  const callbacks = createCallbacks({ keyId, secret });
  const nonces = new Set<string>();
  /** Callbacks in progress. */
  const telling = new Set<Promise<void>>();

  function track(news: Promise<void>): Promise<void> {
    const tracked = news.finally(() => telling.delete(tracked));
    telling.add(tracked);
    return tracked;
  }

  /** The reason why a request is unauthorised, or null if it is authorised. */
  function refusalOf(request: IncomingMessage, body: string): string | null {
    const [key, timestamp, nonce, given] = ['key', 'timestamp', 'nonce', 'signature'].map((name) =>
      String(request.headers[`bank-${name}`] ?? ''),
    );
    if (timestamp === undefined || nonce === undefined || given === undefined) return 'unsigned';
    const about = `${request.method} ${request.url}`;
    if (key !== keyId || !isValidSignature(secret, { kind: 'request', timestamp, nonce, about, body }, given))
      return 'signature';
    if (!(Math.abs(Number(timestamp) - Date.now() / 1000) <= toleranceSeconds)) return 'timestamp';
    if (nonces.has(nonce)) return 'nonce';
    nonces.add(nonce);
    return null;
  }

  /** Executes a call and returns its response. */
  function done(request: IncomingMessage, body: string): { answer: Answer; order?: BankOrder } {
    const [, kind, reference = '', closed] = ORDER.exec(request.url ?? '') ?? [];
    const type = kind === undefined ? undefined : TYPE_OF[kind];
    if (!type) return { answer: failure(404, 'no_such_call') };
    if (request.method === 'GET') {
      const order = books.find(type, reference);
      if (!order) return { answer: failure(404, 'not_found') };
      const answer = shown(order);
      // The query pays the order, and the next response says so.
      if (order.status === 'accepted') {
        books.pay(order);
        void track(callbacks.send(order));
      }
      return { answer, order };
    }
    if (request.method !== 'PUT') return { answer: failure(405, 'method') };
    const sent = sentOrder(body);
    if (!sent) return { answer: failure(422, 'malformed') };
    try {
      const order = closed ? books.close(reference, sent) : books.enter(type, reference, sent);
      return { answer: shown(order), order };
    } catch (error) {
      if (error instanceof OtherOrderError) return { answer: failure(409, 'other_order') };
      throw error;
    }
  }

  function shown(order: BankOrder): Answer {
    const { reference, id, amount, currency, status, error } = order;
    const page = order.type === 'collection' && status === 'waiting' ? `${addressOf(server)}/pay/${id}` : null;
    return { status: 200, body: { reference, id, amount, currency, status, error, pay_url: page } };
  }

  /** Sends the callbacks for an order's final status, with the given fault. */
  async function sendCallbacks(order: BankOrder, fault: Fault): Promise<void> {
    if (fault === 'callback_forged') await callbacks.send(order, { isForged: true });
    await callbacks.send(order);
    if (fault === 'callback_twice') await callbacks.send(order);
    if (fault === 'callbacks_reversed') {
      await callbacks.send(order, { status: order.type === 'collection' ? 'waiting' : 'accepted' });
    }
  }

  /** Pays a collection after the response to its order, as if the payer had been quick. */
  function after(order: BankOrder, fault: Fault): Promise<void> {
    if (order.type === 'collection' && !order.amount.endsWith('77')) books.pay(order);
    return track(sendCallbacks(order, fault));
  }

  async function signedCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const refusal = refusalOf(request, body);
    const nonce = String(request.headers['bank-nonce'] ?? '');
    if (refusal !== null) return reply(response, failure(401, refusal), nonce, 'none');
    const fault = faults.next();
    if (fault === 'drop_before') return void request.socket.destroy();
    if (fault === 'error_before') return reply(response, failure(500, 'internal'), nonce, 'unsigned');
    const { answer: given, order } = done(request, body);
    const isNews = order !== undefined && request.method === 'PUT';
    if (isNews && fault === 'callback_first') await after(order, fault);
    if (fault === 'drop_after') request.socket.destroy();
    else if (fault === 'error_after') reply(response, failure(500, 'internal'), nonce, 'unsigned');
    // With `silent_after` the caller waits until its timeout.
    else if (fault !== 'silent_after') reply(response, given, nonce, fault);
    if (isNews && fault !== 'callback_first') await after(order, fault);
  }

  function reply(response: ServerResponse, { status, body }: Answer, nonce: string, fault: Fault): void {
    const content = fault === 'garbage' ? '<html>' : JSON.stringify(body);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const message = { kind: 'answer' as const, timestamp, nonce, about: String(status), body: content };
    const signed = {
      'Bank-Key': keyId,
      'Bank-Timestamp': timestamp,
      'Bank-Nonce': nonce,
      'Bank-Signature': signatureOf(fault === 'wrong_signature' ? `not ${secret}` : secret, message),
    };
    response.writeHead(status, fault === 'unsigned' ? CONTENT : { ...CONTENT, ...signed }).end(content);
  }

  /** Calls for the bank's tests; a real bank has none of these. */
  async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (request.url === '/test/faults') {
      const wanted: unknown = JSON.parse(body);
      faults.clear();
      faults.add(Array.isArray(wanted) ? wanted.filter(isFault) : []);
    }
    while (telling.size > 0) await Promise.all(telling);
    const { movements } = books;
    const orders = [...books.orders.values()].map(({ type, reference, status }) => ({ type, reference, status }));
    response.writeHead(200, CONTENT).end(JSON.stringify({ movements, orders, callbacks: callbacks.answers }));
  }

  async function payer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const order = books.byId((request.url ?? '').slice('/pay/'.length));
    if (order && request.method === 'POST') {
      books.pay(order);
      await track(callbacks.send(order));
    }
    const html = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': "default-src 'none'" };
    response.writeHead(order ? 200 : 404, html).end(order ? payPage(order) : '');
  }

  const server = createServer((request, response) => {
    const { url = '' } = request;
    const handle = url.startsWith('/test/') ? control : url.startsWith('/pay/') ? payer : signedCall;
    handle(request, response).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      response.destroy();
    });
  });
  return server;
}

function failure(status: number, code: string): Answer {
  return { status, body: { error: { code, message: `The bank says: ${code}` } } };
}

function sentOrder(body: string): SentOrder | null {
  const sent: unknown = JSON.parse(body);
  return isSentOrder(sent) ? sent : null;
}

function isSentOrder(value: unknown): value is SentOrder {
  if (typeof value !== 'object' || value === null) return false;
  const { amount, currency } = { amount: null, currency: null, ...value };
  return typeof amount === 'string' && /^[1-9]\d{0,18}$/.test(amount) && typeof currency === 'string';
}

/** Address of a server on this computer. */
export function addressOf(server: Server): string {
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
}
