import { describe, expect, it } from 'vitest';
import { lintRules, redoclyFindings, spectralFindings } from './lintRules.ts';

describe.each(['openapi.json', 'gateway-openapi.json'])('%s', (name) => {
  const lint = lintRules(name);

  it('is linted by rules that find what is wrong', async () => {
    const worse = JSON.stringify(
      JSON.parse(lint.source, (key, value: unknown) => (key === 'tags' ? undefined : value)),
    );
    expect(await spectralFindings(worse)).toContainEqual(expect.stringContaining('operation-tags'));
    const broken = lint.source.replaceAll('"operationId":', '"operationID":');
    expect(await redoclyFindings(broken)).toContainEqual(expect.stringContaining('struct'));
  });
});
