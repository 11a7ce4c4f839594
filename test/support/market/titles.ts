import { weightedIndex, RandomStream, type StreamKey } from '../../../libs/demo-market/src/random/random-stream.ts';

const PATTERN_WEIGHTS = [30, 16, 14, 10, 8, 5, 4, 4, 3];

/** Some have accents, quotes, commas or digits, as real ones do. */
export function inventSetTitle(key: StreamKey, vocabulary: Vocabulary): string {
  const stream = new RandomStream(key);
  const subject = stream.pick(SUBJECTS[vocabulary]);
  const quality = stream.pick(QUALITIES);
  const place = stream.pick(PLACES);
  const person = stream.pick(PEOPLE);
  switch (weightedIndex(stream, PATTERN_WEIGHTS)) {
    case 0:
      return `${quality} ${subject}`;
    case 1:
      return `${subject} of ${place}`;
    case 2:
      return `${person}'s ${subject}`;
    case 3:
      return `${subject} at ${place}`;
    case 4:
      return `${subject} & ${stream.pick(SUBJECTS[vocabulary])}`;
    case 5:
      return `Mission ${stream.wholeNumber(2, 99)}: ${quality} ${subject}`;
    case 6:
      return `"${quality} ${stream.pick(['Anna', 'Lady', 'Star', 'Whale', 'Comet'])}" ${subject}`;
    case 7:
      return `${subject}, ${quality} Edition`;
    default:
      return `${person} vs. the ${quality} ${subject} – ${stream.wholeNumber(2, 12)}-in-1`;
  }
}

/** Comma-separated details, as in catalogs. */
export function inventFigureName(stream: RandomStream): string {
  const who = stream.chance(0.35) ? stream.pick(PEOPLE) : `${stream.pick(QUALITIES)} ${stream.pick(FIGURE_ROLES)}`;
  const detail = stream.pick(FIGURE_DETAILS);
  return stream.chance(0.4) ? `${who}, ${detail}, ${stream.pick(FIGURE_DETAILS)}` : `${who}, ${detail}`;
}

export type Vocabulary =
  | 'town'
  | 'space'
  | 'fantasy'
  | 'sea'
  | 'rail'
  | 'machine'
  | 'racing'
  | 'wild'
  | 'home'
  | 'architecture'
  | 'plants'
  | 'art'
  | 'spooky'
  | 'adventure'
  | 'air'
  | 'portrait'
  | 'gear';

const words = (text: string): readonly string[] => text.split(', ');

const SUBJECTS: Readonly<Record<Vocabulary, readonly string[]>> = {
  town: words(
    'Fire Station, Police Launch, Tow Truck, Crane Barge, Garbage Truck, Hospital, Food Truck, Bus Depot, ' +
      'Lighthouse, Ferry Terminal, Road Roller, Bank Vault Chase, Town Square, Cement Mixer, Harbor Crane, ' +
      'Tram Stop',
  ),
  space: words(
    'Starfighter, Command Shuttle, Orbital Gate, Moon Rover, Salvage Frigate, Senate Transport, Drone ' +
      'Carrier, Comet Chaser, Mining Walker, Cruiser, Listening Post, Escape Pod, Gunship, Ring Station',
  ),
  fantasy: words(
    'Dragon, Temple, Siege Tower, Watchtower, Throne Hall, Griffin Rider, Catapult, War Chariot, Forest ' +
      'Shrine, Drawbridge, Crystal Cave, Phoenix, Titan, Blacksmith, Jousting Field',
  ),
  sea: words(
    'Galleon, Sloop, Island Fort, Submarine, Diving Bell, Smugglers’ Cove, Reef Base, Shark Cage, Kraken ' +
      'Attack, Lagoon, Lighthouse Wreck, Treasure Raft, Research Vessel',
  ),
  rail: words(
    'Express, Night Train, Shunting Yard, Level Crossing, Freight Wagon, Steam Engine, Station, Snow Plough, ' +
      'Tank Wagon, Viaduct, Signal Box, Funicular',
  ),
  machine: words(
    'Excavator, Bulldozer, Forklift, Tower Crane, Hauler, Combine, Skid Loader, Telehandler, Walking Robot, ' +
      'Mech, Gearbox, Drill Rig, Material Handler, Log Loader',
  ),
  racing: words(
    'Roadster, Rally Car, Grand Tourer, Pit Stop, Drag Racer, Dune Buggy, Coupé, Hypercar, Motorcycle, ' +
      'Transporter, Go-Kart, Finish Line, Le Circuit 24h',
  ),
  wild: words(
    'Elephant Herd, Ranger Jeep, Polar Bear, Ice Saw, Husky Sled, Rhino Rescue, Baobab Camp, Raptor Escape, ' +
      'Tyrannosaur, Giant Beetle, Veterinary Clinic, Watering Hole, Mammoth',
  ),
  home: words(
    'Bakery, Café, Tree House, Farm, Ice-Cream Cart, Music School, Flower Shop, Cottage, Toy Store, Camper ' +
      'Van, Skating Rink, Pet Salon, Carousel, Ski Lodge, Village Bakery, Pumpkin Patch, Beach House',
  ),
  architecture: words(
    'Opera House, Bookshop, Grand Hotel, Town Hall, Cathedral, Skyline, Suspension Bridge, Police Precinct, ' +
      'Jazz Club, Palais, Observatory, Cinema, Bell Tower, Art Nouveau House',
  ),
  plants: words(
    'Orchid, Wildflower Bouquet, Bonsai, Succulents, Tulips, Sunflowers, Cherry Blossom, Poinsettia, Bird of ' +
      'Paradise, Roses, Herb Garden, Dried Centrepiece',
  ),
  art: words(
    'Mosaic, Great Wave, Portrait in Blue, World Atlas, Brick Box, Creative Suitcase, Relief No. 4, Grey ' +
      'Baseplate, Letters & Numbers, Starry Canvas, Colour Wheel',
  ),
  spooky: words(
    'Haunted Stairway, Ghost Train, Crypt, Clock Tower, Mad Scientist’s Lab, Vampire Hearse, Phantom Mansion,' +
      ' Swamp Witch, Werewolf’s Den, Mummy’s Tomb',
  ),
  adventure: words(
    'Temple Escape, Jeep Ambush, Crystal Skull Chamber, Desert Oasis, Rope Bridge, Airship, Time Machine, ' +
      'Camera Truck, Typewriter, Old Fishing Store, Marble Run, Radio Studio, Lost Idol',
  ),
  air: words(
    'Rescue Helicopter, Biplane, Airport, Cargo Plane, Seaplane, Control Tower, Jet, Hot-Air Balloon, Glider,' +
      ' Sky Base, Stunt Plane',
  ),
  portrait: words(
    'Knight, Astronaut, Mermaid, Baker, Detective, Skater, Violinist, Beekeeper, Robot, Pirate Captain, ' +
      'Samurai, Gardener, Mime, Explorer, Queen, Wrestler, Snow Guardian',
  ),
  gear: words(
    'Key Chain, Storage Brick, Idea Book, Sticker Collection, Magnet, Alarm Clock, Poster Set, Notebook, ' +
      'Sorting Tray, Carry Case',
  ),
};

const QUALITIES = words(
  'Grand, Mighty, Hidden, Ancient, Golden, Crimson, Midnight, Turbo, Royal, Frozen, Lost, Emerald, Silver, ' +
    'Electric, Storm, Shadow, Little, Giant, Vintage, Wandering, Ultimate, Sunset, Thunder, Copper',
);
const PLACES = words(
  'Ravenholm, São Brisa, Mount Kestrel, Port Lumière, Åskevik, the Salt Flats, Old Quay, Zürnbach, the Amber ' +
    'Coast, Isla Niñera, Kjøllhavn, the Ninth Moon, Białowa, Fogmarsh, Saint-Élan, Tír Glas',
);
const PEOPLE = words(
  'Captain Mirelle, Zoë, Señor Ortega, Björn, Professor Quill, Anaïs, Commander Vex, Old Tobias, Łucja, ' +
    'Princess Ombra, Renée, Doctor Falk, Mayor Pimm, Chloé, Inspector Brass, Father Tide',
);
const FIGURE_ROLES = words(
  'Guard, Pilot, Mechanic, Captain, Apprentice, Warrior, Scout, Baker, Officer, Diver, Sorcerer, Racer, ' +
    'Medic, Engineer, Trader, Herald, Archer, Musician, Ranger, Thief, Governor, Astronaut, Farmer, Ghost',
);
const FIGURE_DETAILS = words(
  'Dark Blue Jacket, Red Cape, Pearl Gold Armor, White Helmet, Reddish Brown Legs, Trans-Clear Visor, Dark ' +
    'Tan Hat, Sand Green Robe, Black Hood, Azure Apron, Printed Arms, Scar and Stubble, Bright Pink Hair, Life ' +
    'Jacket, Tousled Hair, Metallic Silver Mask',
);
