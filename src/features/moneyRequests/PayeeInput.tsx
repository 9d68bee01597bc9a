import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import { readInstant } from '#shared/format/readInstant.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { ReferenceInput, type ChoiceDetail } from '#console/fields/reference/ReferenceInput.tsx';
import { formatInstant } from '#console/resource/record/formatInstant.ts';
import { useFormatContext, type FormatContext } from '#console/ui/FormatContext.ts';

interface PayeeInputProps {
  field: FieldOf<'reference'>;
  label: string;
  /** The quote's objection to the chosen payee, or null. */
  refusal: string | null;
}

const ENABLED = { status: 'enabled' };

/** A saved payee. Those in their waiting period are shown but can't be chosen, disabled ones aren't offered. */
export function PayeeInput({ field, label, refusal }: PayeeInputProps) {
  const context = useFormatContext();
  return (
    <ReferenceInput
      {...{ field, label, refusal }}
      mode="create"
      disabled={false}
      filter={ENABLED}
      detailOf={(payee) => payeeDetail(payee, context)}
    />
  );
}

/** Why a payee can't be paid now, else its bank. */
function payeeDetail({ status, usable_at, ...payee }: FieldRecord, context: FormatContext): ChoiceDetail | null {
  const { translate, clock } = context;
  if (status === 'disabled') return { text: translate('moneyForms.payee_disabled'), isRefused: true };
  const usableAt = readInstant(usable_at);
  if (usableAt && usableAt > clock.now()) {
    return { text: translate('moneyForms.usable_from', { at: formatInstant(usable_at, context) }), isRefused: true };
  }
  const bank = [payee['bank_name'], payee['branch_name']].map(plainText).filter((text) => text !== '');
  return bank.length === 0 ? null : { text: bank.join(' · '), isRefused: false };
}
