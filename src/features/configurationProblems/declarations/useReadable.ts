import { useMemo, useState } from 'react';
import type { Resource } from '@merchant-console/declaration';
import { checkDeclaration } from '@merchant-console/declaration/check';

interface Readable {
  text: string;
  resource: Resource;
}

/** The last text without errors; null before there is one. */
export function useReadable(name: string, text: string): { readable: Readable | null; isOutdated: boolean } {
  const [last, setLast] = useState<Readable | null>(null);
  const resource = useMemo(() => checkDeclaration(`${name}.json`, text).resource, [name, text]);
  if (resource && last?.resource !== resource) setLast({ text, resource });
  return { readable: resource ? { text, resource } : last, isOutdated: resource === null };
}
