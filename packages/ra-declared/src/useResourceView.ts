import { useMemo } from 'react';
import { humanise, resolveLabel, type Resource } from '@merchant-console/declaration';
import { useFormatContext, type FormatContext } from './ui/FormatContext.ts';
import { useDeclaration } from './declaration/useDeclaration.ts';
import { useResourcePlace } from './resourcePlaces.ts';
import { useScope } from './useScope.ts';
import { createResourceView, type ResourceView } from './ResourceView.ts';

/** A resource as the user may see it, for pages of others. Null while loading, or if the user's menu lacks it. */
export function useResourceView(name: string): ResourceView | null {
  const place = useResourcePlace(name);
  const { data: resource } = useDeclaration(name);
  const { language, translate } = useFormatContext();
  const readScope = useScope();
  return useMemo(
    () =>
      resource && place
        ? createResourceView(resource, place, titleOf(resource, { language, translate }), readScope)
        : null,
    [resource, place, language, translate, readScope],
  );
}

/** The declared label, otherwise the translation or the humanised name. */
export function titleOf(
  { name, label }: Resource,
  { language, translate }: Pick<FormatContext, 'language' | 'translate'>,
) {
  const key = `resources.${name}.name`;
  return label === key ? translate(key, { _: humanise(name) }) : resolveLabel(label, language, translate);
}

/** True while `useResourceView` loads a resource that the user's menu has. */
export function useIsViewLoading(name: string): boolean {
  const place = useResourcePlace(name);
  const { isPending } = useDeclaration(name);
  return place !== null && isPending;
}
