import { humanise, resolveLabel, type Resource, type Translate, type Words } from '@merchant-console/declaration';

/** Subjects that have the name of their page: the page's key in the menu. */
const PAGES: Readonly<Record<string, string>> = {
  base_info: 'basicInformation',
  statements: 'statement',
};

/** Returns the display name of a resource. If there is no text for it, its humanised key. */
export function resourceName(key: string, translate: Translate): string {
  return translate(`resources.${key}.name`, { _: translate(`menu.${PAGES[key] ?? key}`, { _: humanise(key) }) });
}

/** Title of a resource: its declared label, or its display name if it declares none. */
export function resourceTitle(
  { name, label }: Pick<Resource, 'name' | 'label'>,
  { language, translate }: Pick<Words, 'language' | 'translate'>,
): string {
  return label === `resources.${name}.name` ? resourceName(name, translate) : resolveLabel(label, language, translate);
}
