import { afterAll, beforeAll } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { type InvoiceServer, line, type Line, startInvoiceServer } from './invoiceServer.ts';

/**
 * A server with invoices and their lines, for all tests of the `describe` around. Use what it returns in tests only.
 */
export function linesWorld(kind: Db['kind']) {
  let server: InvoiceServer;
  beforeAll(async () => {
    server = await startInvoiceServer(kind);
  });
  afterAll(() => server.close());
  const texts = (lines: readonly Line[]) => lines.map(({ description }) => description);
  const created = async (...names: string[]) => (await server.create(names.map((name) => line(name)))).data;
  return {
    get server() {
      return server;
    },
    texts,
    created,
  };
}
