import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { LEAST, startSupplierServer, type SupplierServer } from './supplierServer.ts';

const PDF = { 'content-type': 'application/pdf' };
/** Binary content after the signature of a PDF. */
const BYTES = Buffer.concat([Buffer.from('%PDF-'), Buffer.from([0, 255, 13, 10, 1])]);

describe('the files of a record', () => {
  let server: SupplierServer;
  beforeAll(async () => {
    server = await startSupplierServer(USUAL_DATABASE);
  });
  afterAll(() => server.close());

  const upload = (bytes: Buffer, query = 'source=contract&name=c.pdf', headers: Record<string, string> = PDF) =>
    server.send('POST', `/files?${query}`, { payload: bytes, headers });

  it('are uploaded, saved in the record, and downloaded unchanged', async () => {
    const name = 'Vertrag "ü".pdf';
    const { status, data } = await upload(BYTES, `source=contract&name=${encodeURIComponent(name)}`);
    expect([status, data]).toEqual([
      201,
      expect.objectContaining({ size: BYTES.length, media_type: 'application/pdf' }),
    ]);
    const record = await server.create({ contract: data });
    expect(record['contract']).toEqual(data);
    const { login_token: token } = await server.world.signIn('demo');
    const file = await server.world.call({ url: `/prod-api/suppliers/${record.id}/files/contract`, token });
    expect(file.rawPayload).toEqual(BYTES);
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="[ -~]+"; filename\*=UTF-8''[!-~]+$/);
    expect(file.headers['content-security-policy']).toContain('sandbox');
  });

  it.each([
    ['too large', Buffer.alloc(101), undefined, undefined, 413],
    ['empty', Buffer.alloc(0), undefined, undefined, 422],
    ['of another type', Buffer.from('x'), undefined, { 'content-type': 'text/html' }, 422],
    ['for no field', Buffer.from('x'), 'source=nothing&name=x', undefined, 422],
    ['for a field that holds none', Buffer.from('x'), 'source=name&name=x', undefined, 422],
    ['without a name', Buffer.from('x'), 'source=contract', undefined, 400],
  ])('are rejected if they are %s', async (_what, bytes, query, headers, status) => {
    expect((await upload(bytes, query, headers)).status).toBe(status);
  });

  it('have the stored name and type, whatever the sender claims', async () => {
    const { data } = await upload(BYTES);
    const record = await server.create({ contract: { ...data, name: 'other.pdf', size: 1 } });
    expect(record['contract']).toEqual(data);
    const missing = { ...data, id: '00000000-0000-7000-8000-000000000000' };
    const refused = await server.send('POST', '', { payload: { ...LEAST, contract: missing } });
    expect(refused).toMatchObject({ status: 422, data: { errors: { contract: expect.any(String) } } });
  });

  it('of a record without one are not found', async () => {
    const { id } = await server.create();
    expect((await server.send('GET', `/${id}/files/contract`)).status).toBe(404);
    expect((await server.send('GET', `/${id}/files/name`)).status).toBe(404);
  });
});
