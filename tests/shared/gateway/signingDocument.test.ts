import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readParameters } from '#shared/gateway/readParameters.ts';
import { isSignType, sign } from '#shared/gateway/sign.ts';
import { signatureBase } from '#shared/gateway/signatureBase.ts';

const text = readFileSync('docs/signing.md', 'utf8');
const KEY = /^Key: `([0-9a-f]{32})`$/m.exec(text)?.[1] ?? '';

/** The page's examples: parameters, text to sign, and signature. */
const examples = [...text.matchAll(/^### (.+)\n\n```text\n(.+)\n```\n\n```text\n(.+)\n```\n\n`([0-9A-F]+)`$/gm)].map(
  ([, title = '', sent = '', base = '', signature = '']) => ({ title, sent, base, signature }),
);

describe('the page about signing', () => {
  it('has examples', () => {
    expect(KEY).not.toBe('');
    expect(examples).toHaveLength(4);
  });

  it.each(examples)('has the right signature for $title', ({ sent, base, signature }) => {
    const read = readParameters(sent);
    if ('problem' in read) throw new Error(read.problem);
    expect(signatureBase(read.parameters)).toBe(base);
    const said = read.parameters.find(([name]) => name === 'sign_type')?.[1] ?? 'MD5';
    expect(isSignType(said) && sign(base, KEY, said)).toBe(signature);
  });
});
