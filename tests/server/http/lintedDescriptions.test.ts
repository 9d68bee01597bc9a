import { describe, expect, it } from 'vitest';
import { lintRules, redoclyFindings, spectralFindings } from './lintRules.ts';

describe.each(['openapi.json', 'gateway-openapi.json'])('%s', (name) => {
  const lint = lintRules(name);

  it('has nothing for Redocly’s recommended rules to find', async () => {
    expect(await redoclyFindings(lint.source)).toEqual([]);
  });

  it('has nothing for Spectral’s rules for OpenAPI to find', async () => {
    expect(await spectralFindings(lint.source)).toEqual([]);
  });
});
