import { useEffect, useState } from 'react';
import { useShellSettings } from '../settings/ShellSettingsContext.ts';
import { useLanguage } from '../useLabel.ts';

type PinyinOf = (text: string) => string;

/** How titles are pronounced; null while that is not searched, or its dictionary is not here. */
export function usePinyin(): PinyinOf | null {
  const { pinyinSearch } = useShellSettings().settings;
  const isWanted = useLanguage() === 'zh' && pinyinSearch;
  const [pinyinOf, setPinyinOf] = useState<PinyinOf | null>(null);
  useEffect(() => {
    if (!isWanted || pinyinOf) return;
    // Without the dictionary titles are still found as they are written.
    import('#console/menu/pinyinOf.ts').then(
      (loaded) => setPinyinOf(() => loaded.pinyinOf),
      () => {},
    );
  }, [isWanted, pinyinOf]);
  return isWanted ? pinyinOf : null;
}
