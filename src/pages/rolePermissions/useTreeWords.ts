import { useMemo } from 'react';
import { resolveLabel, type Label } from '#shared/i18n/label.ts';
import { humanise } from '#shared/format/humanise.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import type { TreeWords } from './permissionTree.ts';

/** What the parts of the tree are called in the user's language. */
export function useTreeWords(): TreeWords {
  const { translate, language } = useFormatContext();
  return useMemo(() => {
    const label = (words: Label) => resolveLabel(words, language, translate);
    const named = new Intl.ListFormat(language, { type: 'conjunction' });
    return {
      label,
      permission({ key, label: declared }) {
        const name = key.slice(key.indexOf('.') + 1);
        const general = translate(`rolePermissions.operations.${name}`, { _: humanise(name) });
        const words = typeof declared === 'string' ? translate(declared, { _: general }) : declared && label(declared);
        return translate(`rolePermissions.keys.${key}`, { _: words ?? general });
      },
      resource: humanise,
      opens: (pages) => translate('rolePermissions.opens', { pages: named.format(pages) }),
      other: translate('rolePermissions.other'),
      lapsed: translate('rolePermissions.lapsed'),
    };
  }, [translate, language]);
}
