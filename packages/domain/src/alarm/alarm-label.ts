/** Labels of alarms in the two languages of `alarm_type` (docs/specification/alarms.md 2.2). */
import { alarmDefinition } from './alarm-type.ts';
import { isDryContactAlarm } from './dry-contact.ts';

/**
 * Returns "Chinese:English". The alarm of a dry contact has the name of the contact, from `detail`.
 * A type of another version is its own label.
 */
export function alarmLabel(type: string, detail = ''): string {
  if (isDryContactAlarm(type) && detail !== '') {
    // The colon separates the two languages.
    const name = detail.replaceAll(':', '\uff1a');
    return `${name}:${name}`;
  }
  return alarmDefinition(type)?.label ?? `${type}:${type}`;
}
