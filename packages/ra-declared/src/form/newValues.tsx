import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useGetMany } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import {
  computedOf,
  type Field,
  type FieldGroup,
  type Giver,
  giversIn,
  takenValue,
  withDefaultsIn,
} from '@merchant-console/declaration';
import type { FieldRecord, IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { isSame } from '../fields/inputs/useBoundField.ts';
import { useDeclaration } from '../declaration/useDeclaration.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { useScope } from '../useScope.ts';

/** Returns a function that puts constants in place of words such as `$today`, as of when the form was opened. */
export function useOpeningDefaults(): (fields: readonly Field[]) => Field[] {
  const readScope = useScope();
  const [scope] = useState(() => readScope([]));
  // The same objects in each render, so that inputs needn't render again.
  const [known] = useState(() => new Map<Field, Field>());
  return (fields) =>
    fields.map((field) => {
      const opened = known.get(field) ?? withDefaultsIn([field], scope)[0] ?? field;
      known.set(field, opened);
      return opened;
    });
}

/** The groups with constants in place of words. */
export function useOpeningGroups(groups: readonly FieldGroup[]): FieldGroup[] {
  const opened = useOpeningDefaults();
  return groups.map((group) => ({ ...group, fields: opened(group.fields) }));
}

interface TakenProps {
  /** Fields of the form. */
  fields: readonly Field[];
  /** All fields of the record. */
  all: readonly Field[];
}

/**
 * Fills fields of a new record from the records that it refers to, whenever these are chosen. Fields that the user has
 * changed stay.
 */
export function TakenDefaults({ fields: shown, all }: TakenProps) {
  // Amounts may be in a currency that the form doesn't show.
  const fields = [...shown, ...all.filter((field) => computedOf(field) && !shown.includes(field))];
  return giversIn(fields).map((giver) => <TakenFrom key={giver.reference.source} {...giver} fields={fields} />);
}

const NOTHING: FieldRecord = {};

function TakenFrom({ reference: { source, reference }, takers, fields }: Giver & { fields: readonly Field[] }) {
  const { setValue, getValues } = useFormContext<FieldRecord>();
  const { defaultValues = NOTHING, isSubmitted } = useFormState<FieldRecord>();
  const { currencyData } = useFormatContext();
  const currencies = takers.flatMap((field) => (field.type === 'money' ? (field.currency ?? []) : []));
  const [chosen, ...inCurrencies] = useWatch<FieldRecord>({ name: [source, ...currencies] });
  const id = typeof chosen === 'string' ? chosen : '';
  const { data: other } = useDeclaration(reference);
  const { data } = useGetMany<IdentifiedRecord>(reference, { ids: [id] }, { enabled: id !== '' });
  const record = data?.find((one) => String(one.id) === id);
  const taken = useRef<Record<string, unknown>>({});

  const take = useEffectEvent(() => {
    for (const field of takers) {
      const isOurs = fields.some((one) => one.source === field.source);
      const initial = defaultValues[field.source] ?? null;
      const last = field.source in taken.current ? taken.current[field.source] : initial;
      const present = getValues(field.source) ?? null;
      if (!isOurs || !isSame(present, last)) continue;
      const found =
        record && other
          ? takenValue(field, { record, fields: other.fields }, getValues(), currencyData.currency)
          : null;
      // Until the record is there, nothing is left of the one chosen before.
      const next = found ?? initial;
      taken.current[field.source] = next;
      if (!isSame(present, next)) setValue(field.source, next, { shouldDirty: true, shouldValidate: isSubmitted });
    }
  });
  const key = inCurrencies.join();
  useEffect(() => take(), [id, record, other, key]);
  return null;
}
