import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { Filter } from '@merchant-console/protocol';
import {
  type Field,
  fieldLabel,
  type FieldOf,
  plainText,
  recordName,
  type Resource,
  namingReferences,
} from '@merchant-console/declaration';
import { sortOrNone } from '@merchant-console/ra-provider';
import type {
  FilterControlProps,
  FilterCurrency,
  IdentifiedRecord,
  NamedChoice,
} from '../fields/FieldTypeDefinition.ts';
import { fieldTypeOf } from '../fields/fieldTypes.ts';
import { describeFilter, readFilter } from '../fields/filters/describeFilter.ts';
import { currencyIn } from '../fields/money/moneyType.ts';
import { useFormatContext, type FormatContext } from '../ui/FormatContext.ts';
import { useDeclarationSource } from '../declaration/DeclarationSource.ts';
import { declarationQuery } from '../declaration/useDeclaration.ts';

interface FieldFilterProps {
  resource: Pick<Resource, 'list' | 'tenants'>;
  field: Field;
  /** Filter of the whole list. */
  filter: Filter;
  onChange(part: Filter): void;
}

/** Filter control of a field, according to its type. */
export function FieldFilter({ resource, field, filter, onChange }: FieldFilterProps) {
  const context = useFormatContext();
  const props = {
    label: fieldLabel(field, context),
    filter: readFilter(filter, field),
    summary: describeFilter(filter, field, context),
    onChange,
  };
  if (field.type === 'reference' || field.type === 'references') return <ReferenceFilter field={field} {...props} />;
  const { FilterControl } = fieldTypeOf(field);
  const currency = field.type === 'money' ? { currency: currencyOf(resource, field, filter, context) } : {};
  return <FilterControl field={field} {...props} {...currency} />;
}

/**
 * Currency of an amount filter. The platform's lists have amounts of merchants in different currencies, so a range also
 * filters by one currency.
 */
function currencyOf(
  { list, tenants }: FieldFilterProps['resource'],
  field: FieldOf<'money'>,
  filter: Filter,
  { currencyData }: FormatContext,
): FilterCurrency {
  const isOfMany = tenants.every((tenant) => tenant === 'platform');
  const named = isOfMany && list.filters.some(({ source }) => source === field.currency);
  return { code: currencyIn(filter, field, currencyData), filteredBy: (named && field.currency) || null };
}

/** Filter by a referenced record. Its choices are fetched when it is first opened. */
function ReferenceFilter(props: FilterControlProps<FieldOf<'reference'> | FieldOf<'references'>>) {
  const [opened, setOpened] = useState(false);
  const choices = useReferenceChoices(props.field.reference, opened) ?? [];
  const { FilterControl } = fieldTypeOf(props.field);
  return <FilterControl {...props} choices={choices} onOpen={() => setOpened(true)} />;
}

/** Maximum number of choices in a list. */
const MOST_CHOICES = 200;

/** Records of `reference` to choose from, fetched once `enabled`. Undefined until they are loaded. */
function useReferenceChoices(reference: string, enabled: boolean): readonly NamedChoice[] | undefined {
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const source = useDeclarationSource();
  const { data } = useQuery({
    queryKey: [reference, 'choices'],
    queryFn: async ({ signal }) => {
      const resource = await queryClient.query({ ...declarationQuery(reference, source), staleTime: 'static' });
      const pagination = { page: 1, perPage: MOST_CHOICES };
      const { data: records } = await dataProvider.getList<IdentifiedRecord>(reference, {
        pagination,
        sort: sortOrNone(resource.list.sort),
        filter: {},
        signal,
      });
      const names =
        namingReferences(resource).length > 0
          ? await (
              await import('../references/nestedNames.ts')
            ).nestedNames(records, resource, {
              declarationOf: (name) => queryClient.query({ ...declarationQuery(name, source), staleTime: 'static' }),
              dataProvider,
              signal,
            })
          : {};
      return namedChoices(records, resource, names);
    },
    enabled,
  });
  return data;
}

/** Records of the same name also show the first value by which they are searched, such as the username. */
function namedChoices(
  records: readonly IdentifiedRecord[],
  resource: Resource,
  nested: Readonly<Record<string, string>>,
): NamedChoice[] {
  const names = records.map((record) => nested[record.id] ?? recordName(record, resource));
  const [searched] = resource.list.search;
  return records.map((record, index) => {
    const name = names[index] ?? '';
    const isShared = searched !== undefined && names.indexOf(name) !== names.lastIndexOf(name);
    return { id: String(record.id), name: isShared ? `${name} (${plainText(record[searched.source])})` : name };
  });
}
