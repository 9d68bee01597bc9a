import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DashboardCard } from '@merchant-console/declaration';
import { permissionKey } from '@merchant-console/protocol';
import { useDeclarationSource } from '../declaration/DeclarationSource.ts';
import { declarationQuery } from '../declaration/useDeclaration.ts';
import { useFindPlace } from '../resourcePlaces.ts';
import { createResourceView } from '../ResourceView.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { titleOf } from '../useResourceView.ts';
import { useScope } from '../useScope.ts';
import { type CardContent, contentOf } from './cardContent.ts';

/** A card of records that the user may list. */
export interface ShownCard {
  key: string;
  type: DashboardCard['type'];
  /** Null while the declaration of its resource loads, or if that fails. */
  content: CardContent | null;
  /** Why there is no declaration. */
  error: Error | null;
  retry(): void;
}

/** The cards that the user may see. */
export function useShownCards(cards: readonly DashboardCard[]): ShownCard[] {
  const source = useDeclarationSource();
  const find = useFindPlace();
  const { language, translate } = useFormatContext();
  const readScope = useScope();
  const names = [...new Set(cards.map(({ reference }) => reference))].filter((name) =>
    find(name)?.permissions.includes(permissionKey(name, 'list')),
  );
  const queries = useQueries({ queries: names.map((name) => declarationQuery(name, source)) });
  const versions = queries.map(({ data, dataUpdatedAt }) => `${data?.name} ${dataUpdatedAt}`).join();
  const contents = useMemo(
    () =>
      cards.map((card) => {
        const resource = queries[names.indexOf(card.reference)]?.data;
        const place = find(card.reference);
        if (!resource || !place) return null;
        const title = titleOf(resource, { language, translate });
        return contentOf(card, createResourceView(resource, place, title, readScope), readScope);
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- `versions` stands for the names and declarations, in another list each time
    [cards, find, language, translate, readScope, versions],
  );
  return cards.flatMap(({ type, reference }, at) => {
    const query = queries[names.indexOf(reference)];
    const content = contents[at] ?? null;
    if (!query || (query.data && !content)) return [];
    return [{ key: String(at), type, content, error: query.error, retry: () => void query.refetch() }];
  });
}
