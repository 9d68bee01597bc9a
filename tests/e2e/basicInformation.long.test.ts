import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sign } from '#shared/gateway/sign.ts';
import { openedInformation } from './openedInformation.ts';

describe('the basic information page', () => {
  const information = openedInformation();
  const { press, input, card } = information;

  it('tests signatures without sending anything', async () => {
    const sent: Request[] = [];
    await press('Test a signature');
    await input('Parameters').waitFor();
    information.page.on('request', (request) => sent.push(request));
    const key = '0123456789abcdef0123456789abcdef';
    const right = sign('amount=10000&order_no=A-1', key, 'MD5');
    await input('Parameters').fill(`order_no=A-1&amount=10000&remark=&sign=${right.toLowerCase()}`);
    await card('Signature tester').getByLabel('Signing key').fill(key);
    await information.page.getByText('The signature is in lower case.').waitFor();
    await information.page.getByText('Left out because it’s empty: remark').waitFor();
    await information.opened.expectAccessible();
    await input('Your signature').fill(right);
    await information.page.getByText('Your signature is correct.').waitFor();
    const told = sent.filter((request) => `${request.url()} ${request.postData() ?? ''}`.includes(key.slice(0, 8)));
    expect({
      told,
      kept: await information.page.evaluate((secret) => JSON.stringify(localStorage).includes(secret), key),
    }).toEqual({
      told: [],
      kept: false,
    });
    expect(information.opened.trouble.foreignRequests).toEqual([]);
  });
});
