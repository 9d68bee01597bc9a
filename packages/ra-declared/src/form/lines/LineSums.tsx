import { useWatch } from 'react-hook-form';
import { type Field, sumsOfLines } from '@merchant-console/declaration';
import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import { Sums } from '../../record/Sums.tsx';
import { type FormLines, recordWithLines, useLinesInForm } from './formLines.ts';

/** The sums of a form's lines, which change while the user types. */
export function LineSums({ lines }: { lines: FormLines }) {
  const { lines: all, before, shown } = useLinesInForm();
  const sums = sumsOfLines(lines.ownerFields, lines.field.reference).filter(({ source }) => !shown.includes(source));
  return sums.length === 0 ? null : <LiveSums lines={all} before={before} sums={sums} />;
}

interface LiveSumsProps {
  lines: readonly FormLines[];
  before: FieldRecord | null;
  sums: readonly Field[];
}

function LiveSums({ lines, before, sums }: LiveSumsProps) {
  const values = useWatch();
  return <Sums sums={sums} record={recordWithLines(lines[0]?.ownerFields ?? [], values, before, lines)} />;
}
