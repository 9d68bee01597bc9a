import { eventName } from '#console/resource/record/eventName.ts';
import { plainText } from '#shared/format/plainText.ts';
import { resourceName } from '#shared/format/resourceName.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { DeclaredRecord } from '#console/resource/record/DeclaredRecord.tsx';
import type { ResourceView } from '#console/resource/ResourceView.ts';
import type { FormatContext } from '#console/ui/FormatContext.ts';

/** The record page of an audit log entry, titled by who did what, like its row in the list. */
export function AuditEntryPage({ view, id }: { view: ResourceView; id: string }) {
  return <DeclaredRecord view={view} id={id} nameOf={entryName} />;
}

function entryName(entry: FieldRecord, context: FormatContext): string {
  const resource = plainText(entry['resource']);
  return [
    plainText(entry['actor_name']),
    eventName(plainText(entry['action']), context),
    resource === '' ? '' : resourceName(resource, context.translate),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
