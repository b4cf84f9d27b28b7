/**
 * Devices of the demo customer: 24 MT61, 2 MT88C with 10 slaves each (20 slaves), 6 HF- terminals,
 * in four cities, and the devices of its projects (`demo-lamps.ts`, `demo-tower.ts`). Names
 * resemble those an operator would type; codes resemble printed ones.
 */
import type { DemoDevice } from './demo-device.ts';
import { LAMP_DEVICES } from './demo-lamps.ts';
import { TOWER_DEVICES } from './demo-tower.ts';
import type { PastKind } from './device-past.ts';

export interface DemoCity {
  readonly name: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly streets: readonly string[];
}

export const DEMO_CITIES: readonly DemoCity[] = [
  {
    name: 'Shanghai',
    longitude: 121.4737,
    latitude: 31.2304,
    streets: ['Century Avenue', 'Zhangyang Road', 'Pudong South Road', 'Lujiazui Ring Road'],
  },
  {
    name: 'Suzhou',
    longitude: 120.5853,
    latitude: 31.2989,
    streets: ['Xinghai Street', 'Ganjiang East Road', 'Renmin Road', 'Suzhou Avenue'],
  },
  {
    name: 'Hangzhou',
    longitude: 120.1551,
    latitude: 30.2741,
    streets: ['Jiangnan Avenue', 'Wensan Road', 'Tiyuchang Road', 'Binsheng Road'],
  },
  {
    name: 'Nanjing',
    longitude: 118.7969,
    latitude: 32.0603,
    streets: ['Zhongshan East Road', 'Hanzhong Road', 'Taiping South Road', 'Jiangdong Road'],
  },
];

const MAIN_PLACES = [
  'Office tower',
  'Workshop',
  'Cold store',
  'Data room',
  'Shopping arcade',
  'Pump station',
];
/** Keyed by location; the note is appended to the device name, as an operator would do. */
const PASTS: Readonly<Record<string, { readonly past: PastKind; readonly note: string }>> = {
  'Shanghai Pump station': { past: 'counter-zeroed', note: 'counter fell to zero' },
  'Suzhou Workshop': { past: 'meter-replaced', note: 'meter replaced' },
  'Hangzhou Cold store': { past: 'silent-week', note: 'silent for a week' },
};
const SLAVE_PLACES = [
  'Lighting',
  'Sockets',
  'Air handling',
  'Kitchen',
  'Lift',
  'Signage',
  'Car chargers',
  'Ventilation',
  'Water heater',
  'Spare feeder',
];

/** Returns positions a few kilometres apart, the same at every start. */
function nearby(city: DemoCity, index: number): { longitude: number; latitude: number } {
  const angle = index * 2.399963;
  const distance = 0.012 + 0.006 * (index % 5);
  return {
    longitude: Number((city.longitude + distance * Math.cos(angle)).toFixed(6)),
    latitude: Number((city.latitude + distance * Math.sin(angle) * 0.8).toFixed(6)),
  };
}

function named(place: string): Pick<DemoDevice, 'name' | 'past'> {
  const known = PASTS[place];
  return known === undefined
    ? { name: place }
    : { name: `${place} (${known.note})`, past: known.past };
}

function mains(): DemoDevice[] {
  return DEMO_CITIES.flatMap((city, cityIndex) =>
    MAIN_PLACES.map((place, index) => ({
      code: `8610390${cityIndex + 1}${String(4100 + index * 137 + cityIndex * 11)}${String(7 + index).padStart(3, '0')}`,
      ...named(`${city.name} ${place}`),
      type: 'MT61' as const,
      city: city.name,
      address: `${12 + index * 9} ${city.streets[index % city.streets.length]}, ${city.name}`,
      ratedCurrentA: index % 3 === 0 ? 63 : 40,
      ...nearby(city, index),
      slaves: [],
    })),
  );
}

function gateways(): DemoDevice[] {
  return DEMO_CITIES.slice(0, 2).map((city, cityIndex) => ({
    code: `86205500${cityIndex + 1}88310${cityIndex}`,
    name: `${city.name} distribution board`,
    type: 'MT88C' as const,
    city: city.name,
    address: `88 ${city.streets[1]}, ${city.name}`,
    ratedCurrentA: 125,
    ...nearby(city, 7),
    slaves: SLAVE_PLACES.map((place, index) => ({
      address: index + 1,
      name: `${city.name} ${place}`,
    })),
  }));
}

function terminals(): DemoDevice[] {
  return Array.from({ length: 6 }, (_, index) => {
    const city = DEMO_CITIES[index % DEMO_CITIES.length]!;
    return {
      code: `HF-24110${index + 1}5520${index}`,
      name: `${city.name} street cabinet ${1 + Math.trunc(index / 4)}`,
      type: 'HF-DTU' as const,
      city: city.name,
      address: `${3 + index * 14} ${city.streets[3]}, ${city.name}`,
      ratedCurrentA: 32,
      ...nearby(city, 9 + index),
      slaves: [],
    };
  });
}

export const DEMO_DEVICES: readonly DemoDevice[] = [
  ...mains(),
  ...gateways(),
  ...terminals(),
  ...LAMP_DEVICES,
  ...TOWER_DEVICES,
];
