import { describe, expect, it } from 'vitest';
import { cleanFileName, sniffMediaType } from '#server/files/fileStore.ts';
import { dispositionOf } from '#server/resources/calls/fileRoutes.ts';

describe('the name of a file', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    [String.raw`D:\work\合同.pdf`, '合同.pdf'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['\u0000\u0007', 'file'],
    ['..', 'file'],
    ['a/', 'file'],
  ])('%j is stored as %j', (name, kept) => expect(cleanFileName(name)).toBe(kept));

  it('keeps its extension when it is cut', () => {
    const name = cleanFileName(`${'合'.repeat(300)}.pdf`);
    expect(Array.from(name)).toHaveLength(200);
    expect(name.endsWith('合.pdf')).toBe(true);
  });
});

describe('the headers of a served file', () => {
  it.each([
    ['image/png', 'inline'],
    ['application/pdf', 'attachment'],
    ['image/svg+xml', 'attachment'],
    ['text/html', 'attachment'],
  ])('%s: %s', (media_type, way) => {
    expect(dispositionOf({ name: 'a', media_type })).toBe(`${way}; filename="a"; filename*=UTF-8''a`);
  });

  it('contain its name for old and new browsers', () => {
    expect(dispositionOf({ name: '合"同\r\n(1).pdf', media_type: 'application/pdf' })).toBe(
      `attachment; filename="_____(1).pdf"; filename*=UTF-8''%E5%90%88%22%E5%90%8C%0D%0A%281%29.pdf`,
    );
  });
});

describe('the media type of a file', () => {
  it.each([
    ['89504e470d0a1a0a', 'text/plain', 'image/png'],
    ['ffd8ffe000104a46', 'image/png', 'image/jpeg'],
    ['474946383961', 'image/gif', 'image/gif'],
    ['52494646000000005745425056503820', 'x', 'image/webp'],
    ['52494646000000004156492056503820', 'image/webp', 'application/octet-stream'],
    ['255044462d312e37', 'text/html', 'application/pdf'],
    ['3c737667', 'image/svg+xml', 'application/octet-stream'],
    ['3c68746d6c', 'application/pdf', 'application/octet-stream'],
    ['612c62', 'Text/CSV', 'text/csv'],
    ['612c62', 'nonsense\r\nX: 1', 'application/octet-stream'],
    ['', '', 'application/octet-stream'],
  ])('%s declared as %j is %s', (hex, said, type) => {
    expect(sniffMediaType(Buffer.from(hex, 'hex'), said)).toBe(type);
  });
});
