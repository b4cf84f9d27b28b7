/** Devices found by name or code, with what can be done with each, also by its verb. */
import { useTranslation } from 'react-i18next';
import {
  type DeviceWireRow,
  type TreeDevice,
  toTreeDevice,
} from '../../../components/device-tree/tree-device.ts';
import { hasPage, PATHS } from '../../../config/paths.ts';
import { askForCommand } from '../../../device-kit/asked-command.ts';
import { cardOffer } from '../../../device-kit/control-offer.ts';
import { DEVICE_TABS } from '../../../features/device-page/device-tabs.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { holderOf } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { PaletteEntry, PaletteVerb } from './palette-entry.ts';
import { usePaletteWords } from './palette-words.ts';
import type { RecentDevice } from './recent.ts';
import { useDebounced } from './use-debounced.ts';
import { useGo } from './use-go.ts';
import { VERBS, type Verb, type VerbWords, verbInText } from './verb-in-text.ts';

const MAX_DEVICES = 8;
const ALL_ALLOWED = { open: true, close: true, lock: true, unlock: true };

type FoundDevice = TreeDevice & { readonly groupName: string };
const toFound = (row: DeviceWireRow): FoundDevice => ({
  ...toTreeDevice(row),
  groupName: row.group_name,
});

export function useDeviceEntries(text: string): { entries: PaletteEntry[]; isSearching: boolean } {
  const { t } = useTranslation(['palette', 'device-page']);
  const wordsOf = usePaletteWords();
  const toTab = useTabEntry();
  const { user } = useRequiredSession();
  const words = Object.fromEntries(
    VERBS.map((verb) => [verb, wordsOf(`palette:words.${verb}`)]),
  ) as unknown as VerbWords;
  const inText = verbInText(text, words);
  const whole = useFound(text);
  const named = useFound(inText?.rest ?? '');

  function offersOf(device: FoundDevice) {
    return cardOffer({
      mode: 'control',
      holder: holderOf(user),
      kind: device.kind,
      action: device.action,
      userId: user.user_id,
      lockHolderId: null,
      presence: device.presence,
      // The page asks the server again.
      allowed: ALL_ALLOWED,
      commandState: undefined,
    }).offers;
  }

  /** The verb as a row of its own, which names the device; undefined if the device lacks it. */
  function verbEntry(device: FoundDevice, verb: Verb): PaletteEntry | undefined {
    if (verb !== 'open' && verb !== 'close') return toTab(device, verb, `verb:${verb}`);
    const offer = offersOf(device).find(({ command }) => command === verb);
    if (offer === undefined) return undefined;
    const { block } = offer;
    const control = toTab(device, 'control', `verb:${verb}`);
    return {
      ...control,
      label: t(`palette:ask.${verb}`, { name: device.name }),
      note: block === null ? t(`palette:effect.${verb}`) : t(`errors:reason.${block}`),
      run: () => {
        control.run();
        if (block === null) askForCommand(device.code, verb);
      },
    };
  }

  const chip = (device: FoundDevice, verb: Verb): PaletteVerb[] => {
    const entry = verbEntry(device, verb);
    if (entry === undefined) return [];
    const isSwitch = verb === 'open' || verb === 'close';
    const isBlocked = isSwitch && offersOf(device).some((o) => o.command === verb && o.block);
    if (isBlocked) return [];
    const label = isSwitch ? t(`palette:verb.${verb}`) : t(`device-page:tab.${verb}`);
    return [{ ...entry, key: `of-row:${entry.key}`, label, name: `${entry.label} ${device.code}` }];
  };

  return {
    entries: [
      ...whole.devices.map((device) => ({
        ...toTab(device, 'control', 'device'),
        label: device.name,
        verbs: VERBS.flatMap((verb) => chip(device, verb)),
      })),
      ...named.devices.flatMap((device) =>
        (inText?.verbs ?? []).flatMap((verb) => verbEntry(device, verb) ?? []),
      ),
    ],
    isSearching: whole.isSearching || named.isSearching,
  };
}

/** Returns a function that makes the entry of a tab of a device. */
export function useTabEntry() {
  const { t } = useTranslation('device-page');
  const go = useGo();
  return (device: Omit<RecentDevice, 'tab'>, tab: string, kind: string): PaletteEntry => {
    const { code, name, groupName } = device;
    const page = DEVICE_TABS.find(({ key }) => key === tab) ?? DEVICE_TABS[0];
    return {
      key: `${kind}:${code}`,
      group: 'devices',
      label: page.key === 'control' ? name : `${t(`device-page:tab.${page.key}`)} · ${name}`,
      hint: code,
      place: groupName,
      recent: { key: `${page.key}:${code}`, device: { code, name, groupName, tab: page.key } },
      run: () => go({ to: page.to, params: { code } }),
    };
  };
}

/** The devices whose name or code contains the text, after a pause in typing. */
function useFound(text: string): { devices: FoundDevice[]; isSearching: boolean } {
  const keyword = useDebounced(text);
  const { user } = useRequiredSession();
  const isWanted = text.length > 1 && hasPage(PATHS.deviceControl, holderOf(user));
  const found = useCallQuery(
    'v2.devices',
    { query: { keyword, ps: MAX_DEVICES, pn: 1 } },
    { enabled: isWanted && keyword.length > 1, staleTime: 5_000 },
  );
  const isCurrent = isWanted && keyword === text;
  return {
    devices: isCurrent ? (found.data?.data.list ?? []).map(toFound) : [],
    isSearching: isWanted && (keyword !== text || found.isFetching),
  };
}
