import type { Vocabulary } from './titles.ts';

export interface ThemeProfile {
  readonly name: string;
  readonly subthemes: readonly string[];
  readonly vocabulary: Vocabulary;
  readonly firstYear: number;
  readonly lastYear: number | null;
  readonly weight: number;
  readonly medianPieces: number;
  readonly centsPerPiece: number;
  readonly figuresPerSet: number;
  /** Typical yearly log growth after retirement. */
  readonly growth: number;
}

type Row = readonly [
  name: string,
  vocabulary: Vocabulary,
  subthemes: string,
  years: readonly [number, number | null],
  weight: number,
  medianPieces: number,
  centsPerPiece: number,
  figuresPerSet: number,
  growth: number,
];

const ROWS: readonly Row[] = [
  [
    'Harbor Town',
    'town',
    'Fire Watch|Port Police|Market Street|Construction Yard|Holiday',
    [2010, null],
    10,
    280,
    11,
    2.6,
    0.03,
  ],
  [
    'Star Caravan',
    'space',
    'Outer Ring|Guild Wars|Salvagers|Moon Colony|Micro Scale',
    [2010, null],
    9,
    420,
    13,
    3.2,
    0.1,
  ],
  ['Dragon Peaks', 'fantasy', 'Ember Clan|Frost Clan|Sky Temple', [2011, null], 7, 380, 10.5, 3.4, 0.08],
  ['Castle Vale', 'fantasy', 'Lion Guard|Raven Keep|Village Life', [2010, 2014], 4, 430, 10, 4.1, 0.14],
  ['Pirate Shoals', 'sea', 'Governor’s Fleet|Black Lantern', [2010, 2016], 3, 360, 10.5, 3.8, 0.13],
  ['Deep Reef', 'sea', 'Explorers|Sunken City', [2012, 2019], 3, 300, 10, 2.5, 0.06],
  ['Iron Rail', 'rail', 'Mainline|Mountain Line|Freight|Stations', [2010, null], 3, 620, 14, 2.8, 0.09],
  ['Gearworks', 'machine', 'Heavy Duty|Workshop|Remote Control', [2010, null], 6, 680, 9.5, 0, 0.05],
  ['Speed Circuit', 'racing', 'Grand Tour|Rally|Drag Strip|Legends', [2013, null], 6, 240, 10.5, 1.2, 0.06],
  ['Wild Savanna', 'wild', 'Ranger Station|Great Migration', [2015, null], 3, 260, 11, 2.2, 0.04],
  ['Polar Outpost', 'wild', 'Ice Breaker|Northern Lights', [2014, 2021], 2, 320, 11, 2.7, 0.08],
  ['Maple Street', 'home', 'Cafés & Shops|School Days|Seaside|Winter Market', [2012, null], 7, 340, 9.8, 2.1, 0.03],
  ['Corner Blocks', 'architecture', 'Grand Corners|Small Fronts', [2010, null], 2, 2400, 7.6, 5.2, 0.11],
  ['World Landmarks', 'architecture', 'Skylines|Monuments', [2010, null], 3, 640, 8.6, 0, 0.07],
  ['Winter Hamlet', 'home', '', [2010, null], 1.5, 900, 9.4, 4.4, 0.12],
  ['Botanica', 'plants', 'Bouquets|Bonsai & Pots|Dried Flowers', [2021, null], 4, 520, 7.5, 0, 0.02],
  ['Wall Gallery', 'art', 'Mosaics|Relief', [2020, null], 2, 1900, 4.6, 0, -0.02],
  ['Mythic Arena', 'fantasy', 'Olympians|Jade Court|Norse Saga', [2016, null], 5, 310, 11, 3.1, 0.07],
  ['Robot Foundry', 'machine', 'Titans|Street Bots', [2012, 2022], 3, 390, 10, 1.8, 0.06],
  ['Creature Lab', 'wild', 'Dinosaurs|Giant Insects|Deep Freeze', [2013, null], 4, 360, 11.5, 2.4, 0.09],
  ['Ghost Manor', 'spooky', 'Night Shift|Haunted Rails', [2014, 2020], 2, 410, 10.2, 3.3, 0.15],
  ['Treasure Ruins', 'adventure', 'Jungle|Desert|Sky Islands', [2010, 2018], 3, 330, 10.4, 3, 0.1],
  ['Sky Patrol', 'air', 'Rescue|Stunt Show|Airfield', [2011, null], 4, 270, 10.8, 2.1, 0.04],
  ['Galaxy Legends', 'space', 'Ultimate Fleet|Helmets|Dioramas', [2010, null], 4, 1250, 11.8, 2.9, 0.13],
  ['Little Builders', 'home', 'Farm|Numbers|First Vehicles', [2010, null], 6, 45, 42, 1.6, -0.01],
  ['Brick Classics', 'art', 'Boxes|Base Plates', [2010, null], 4, 450, 6, 0, -0.03],
  ['Collector Busts', 'portrait', 'Series One|Series Two|Holiday Specials', [2016, 2023], 4, 130, 9.2, 0, 0.02],
  ['Mystery Figures', 'portrait', 'Series A|Series B|Series C', [2010, null], 4, 9, 55, 1, 0.12],
  ['Studio Sets', 'adventure', 'Fan Designed|Film Props', [2014, null], 3, 1100, 9, 3.1, 0.12],
  [
    'Holiday & Seasonal',
    'home',
    'Spring|Halloween|Year of the…|Countdown Calendars',
    [2010, null],
    4,
    190,
    9.5,
    1.7,
    0.05,
  ],
  ['Gear & Books', 'gear', 'Key Chains|Books|Storage', [2010, null], 3, 0, 0, 0, 0.01],
];

/** Order is part of a seed's meaning: append, never reorder. */
export const THEME_PROFILES: readonly ThemeProfile[] = ROWS.map(
  ([
    name,
    vocabulary,
    subthemes,
    [firstYear, lastYear],
    weight,
    medianPieces,
    centsPerPiece,
    figuresPerSet,
    growth,
  ]) => ({
    name,
    vocabulary,
    subthemes: subthemes === '' ? [] : subthemes.split('|'),
    firstYear,
    lastYear,
    weight,
    medianPieces,
    centsPerPiece,
    figuresPerSet,
    growth,
  }),
);
