import LockIcon from '@mui/icons-material/LockOutlined';
import { Box } from '@mui/material';
import { fieldsOf } from '#shared/declaration/predicate.ts';
import { recordName } from '#shared/format/recordName.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { FormatContextProvider } from '#console/ui/FormatContext.ts';
import { FieldRow } from '../record/FieldRow.tsx';
import type { ResourceView } from '../ResourceView.ts';
import { Notice } from '#console/ui/Notice.tsx';
import { useResourceFormat } from '../useResourceFormat.ts';

interface NotEditableProps {
  view: ResourceView;
  record: IdentifiedRecord;
  onLeave(): void;
}

/** Stands where the form of a record would be that its declaration's `when` keeps as it is: what of it decides that. */
export function NotEditable({ view: { resource, canShow }, record, onLeave }: NotEditableProps) {
  const context = useResourceFormat(resource.name, resource.fields, [record]);
  const { translate } = context;
  const asked = resource.when.edit === null ? [] : fieldsOf(resource.when.edit).map(({ source }) => source);
  const deciding = resource.fields.filter((field) => asked.includes(field.source));
  return (
    <FormatContextProvider value={context}>
      <Notice
        isPage
        role="alert"
        icon={<LockIcon />}
        title={translate('form.not_editable_title', { name: recordName(record, resource) })}
        text={translate('form.not_editable')}
        action={{ label: translate(canShow ? 'form.to_record' : 'record.back_to_list'), onClick: onLeave }}
      >
        <Box component="dl" sx={{ m: 0, mt: 1, width: 1, maxWidth: 360 }}>
          {deciding.map((field) => (
            <FieldRow key={field.source} align="right" {...{ field, record }} />
          ))}
        </Box>
      </Notice>
    </FormatContextProvider>
  );
}
