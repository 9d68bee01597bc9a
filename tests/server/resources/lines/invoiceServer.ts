import { readFileSync } from 'node:fs';
import type { Db } from '#server/db/connect.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const NAMES = ['customers', 'products', 'invoices', 'invoice_lines'] as const;
type Name = (typeof NAMES)[number];

export interface Line {
  id: string;
  revision: number;
  description: string;
  quantity: string;
  unit_price: string;
  amount: string;
  position: number;
}

export interface Invoice {
  id: string;
  revision: number;
  lines: Line[];
  net: string;
  total: string;
  line_count: number;
}

export interface Answer {
  status: number;
  data: Invoice & { errors?: Record<string, string>; current?: Invoice };
}

type Declaration = { fields: ({ source: string } & Record<string, unknown>)[] } & Record<string, unknown>;

/** A server with the invoicing example. */
export interface InvoiceServer {
  world: World;
  token: string;
  customer: string;
  send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, token?: string): Promise<Answer>;
  /** Creates an invoice with lines. */
  create(lines: object[], more?: object): Promise<Answer>;
  close(): Promise<void>;
}

/** @param change of the declarations */
export async function startInvoiceServer(
  kind: Db['kind'],
  change: Partial<Record<Name, (declaration: Declaration) => object>> = {},
): Promise<InvoiceServer> {
  const resources = Object.fromEntries(
    NAMES.map((name) => {
      const declared: Declaration = JSON.parse(readFileSync(`examples/invoicing/${name}.json`, 'utf8'));
      return [name, change[name]?.(declared) ?? declared];
    }),
  );
  const world = await startWorld(kind, { orders: 20, resources });
  const { login_token: token } = await world.signIn('demo');
  const send: InvoiceServer['send'] = async (method, path, payload, as = token) => {
    const answer = await world.call({ method, url: `/prod-api/${path}`, token: as, ...(payload && { payload }) });
    return { status: answer.statusCode, data: answer.json<{ data: Answer['data'] }>().data };
  };
  const customer = (await send('POST', 'customers', { name: 'Acme', currency: 'EUR' })).data.id;
  return {
    world,
    token,
    customer,
    send,
    create: (lines, more = {}) => send('POST', 'invoices', { customer_id: customer, lines, ...more }),
    close: () => world.close(),
  };
}

export const line = (description: string, more: object = {}) => ({
  description,
  quantity: '1',
  unit_price: '100',
  vat_rate: 1900,
  ...more,
});
