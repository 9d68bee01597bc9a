import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suppliers } from '#tests/support/suppliers.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

// Both are CommonJS.
const { Ruleset, Spectral } = spectralCore;
const { oas } = spectralRulesets;

/** Findings of the recommended rules, as `<severity> <rule> <place>: <message>`. */
async function redoclyFindings(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return found.map(({ severity, ruleId, location, message }) => {
    const [place] = location;
    return `${severity} ${ruleId} ${place && 'pointer' in place ? place.pointer : ''}: ${message}`;
  });
}

/** Like `redoclyFindings`, by all of Spectral's rules for OpenAPI. */
async function spectralFindings(source: string): Promise<string[]> {
  const spectral = new Spectral();
  spectral.setRuleset(new Ruleset({ extends: [[oas, 'recommended']] }));
  const found = await spectral.run(source);
  return found.map(({ severity, code, path, message }) => {
    const name = ['error', 'warn', 'info', 'hint'][severity];
    return `${name} ${code} ${path.join('/')}: ${message}`;
  });
}

describe.each(['openapi.json', 'gateway-openapi.json'])('%s', (name) => {
  let world: World;
  let source: string;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20, resources: { suppliers } });
    source = (await world.call({ url: `/prod-api/${name}` })).body;
  });
  afterAll(() => world.close());

  it('has nothing for Redocly’s recommended rules to find', async () => {
    expect(await redoclyFindings(source)).toEqual([]);
  });

  it('has nothing for Spectral’s rules for OpenAPI to find', async () => {
    expect(await spectralFindings(source)).toEqual([]);
  });

  it('is linted by rules that find what is wrong', async () => {
    const worse = JSON.stringify(JSON.parse(source, (key, value: unknown) => (key === 'tags' ? undefined : value)));
    expect(await spectralFindings(worse)).toContainEqual(expect.stringContaining('operation-tags'));
    const broken = source.replaceAll('"operationId":', '"operationID":');
    expect(await redoclyFindings(broken)).toContainEqual(expect.stringContaining('struct'));
  });
});
