import { useMemo, type ComponentType } from 'react';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { I18nContextProvider, useI18nProvider, type I18nProvider } from 'react-admin';
import messages from '../example/i18n/en.ts';

const example = polyglotI18nProvider(() => messages, 'en', [], { allowMissing: true });

/** Adds the example's texts to the console's. */
function adding(console: I18nProvider): I18nProvider {
  return {
    ...console,
    translate(key: string, options?: object) {
      const text: string = example.translate(key, { ...options, _: '' });
      return text === '' ? console.translate(key, options) : text;
    },
  };
}

export const withTexts = (Page: ComponentType) =>
  function ExamplePage() {
    const provider = useI18nProvider();
    const value = useMemo(() => adding(provider), [provider]);
    return (
      <I18nContextProvider value={value}>
        <Page />
      </I18nContextProvider>
    );
  };
