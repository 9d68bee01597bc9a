import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ReasonInWords } from '#console/ui/ChannelReason.tsx';
import { FormatContextProvider } from '../../../packages/ra-declared/src/ui/FormatContext.ts';
import { LANGUAGES, type Language } from '@merchant-console/declaration/languages';
import { SANDBOX_DECLINES } from '#shared/gateway/sandboxOutcome.ts';
import { formatContext } from '#tests/support/formatContext.ts';

async function shown(code: string, message: string, language: Language = 'en'): Promise<string> {
  const { container, unmount } = render(
    <FormatContextProvider value={await formatContext({ language })}>
      <ReasonInWords code={code} message={message} />
    </FormatContextProvider>,
  );
  const text = container.textContent;
  unmount();
  return text;
}

describe("a channel's reason", () => {
  it.each(LANGUAGES)('is in %s if its code is known, with the message of the channel', async (language) => {
    const context = await formatContext({ language });
    const text = await shown('NAME_MISMATCH', 'Owner differs', language);
    expect(text).toContain(context.translate('channelReasons.NAME_MISMATCH'));
    expect(text).toContain(context.translate('channelReasons.said', { message: 'Owner differs' }));
  });

  it('is found by its code in lower case', async () => {
    expect(await shown('name_mismatch', 'Owner differs')).toMatch(/^The payee’s name/);
  });

  it.each(['', 'E_1047', 'said.more', 'constructor'])('is a quotation if its code is %j', async (code) => {
    expect(await shown(code, 'Owner differs')).toBe('The channel says “Owner differs”.');
  });

  it('is not repeated if the channel says the same', async () => {
    expect(await shown('SANDBOX_DECLINED', SANDBOX_DECLINES)).toBe(`${SANDBOX_DECLINES}.`);
  });
});
