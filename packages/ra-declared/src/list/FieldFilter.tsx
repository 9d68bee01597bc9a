import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { Filter } from '@merchant-console/protocol';
import { type Field, fieldLabel, type FieldOf, type Resource } from '@merchant-console/declaration';
import type { FilterControlProps, FilterCurrency, NamedChoice } from '../fields/FieldTypeDefinition.ts';
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

/** Records of `reference` to choose from, fetched once `enabled`. Undefined until they are loaded. */
function useReferenceChoices(reference: string, enabled: boolean): readonly NamedChoice[] | undefined {
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const source = useDeclarationSource();
  const { data } = useQuery({
    queryKey: [reference, 'choices'],
    queryFn: async ({ signal }) => {
      const { filterChoices } = await import('../references/filterChoices.ts');
      const declarationOf = (name: string) =>
        queryClient.query({ ...declarationQuery(name, source), staleTime: 'static' });
      return filterChoices(reference, { declarationOf, dataProvider, signal });
    },
    enabled,
  });
  return data;
}
