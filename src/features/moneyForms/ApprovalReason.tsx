import { useRecordContext } from 'react-admin';
import { approvalSchema } from '#shared/contract/approval.ts';
import { plainText } from '@merchant-console/declaration';
import { approvalInWords } from '#shared/money/approvalInWords.ts';
import { type FieldRecord, type NamedFieldProps, useFormatContext } from '@merchant-console/ra-declared';

/** Whether a quoted request needs approval, and if so, which rule asks for it (`approval` of the quote). */
export function ApprovalReason({ children }: Pick<NamedFieldProps, 'children'>) {
  const record = useRecordContext<FieldRecord & { id: string }>();
  const { translate, currencyData: own } = useFormatContext();
  const approval = approvalSchema.safeParse(record?.['approval']).data;
  if (!approval) return children;
  return approvalInWords(approval, { translate, currency: plainText(record?.['currency']), own });
}
