/** Numbers and names of sets as Brickset, BrickEconomy and BrickStore export them. */
const LINES = `
10179-1|Ultimate Collector's Millennium Falcon
10182-1|Cafe Corner
10185-1|Green Grocer
10190-1|Market Street
10197-1|Fire Brigade
10211-1|Grand Emporium
10214-1|Tower Bridge
10218-1|Pet Shop
10220-1|Volkswagen T1 Camper Van
10221-1|Super Star Destroyer
10224-1|Town Hall
10228-1|Haunted House
10232-1|Palace Cinema
10233-1|Horizon Express
10234-1|Sydney Opera House
10236-1|Ewok Village
10240-1|Red Five X-wing Starfighter
10242-1|MINI Cooper
10243-1|Parisian Restaurant
10246-1|Detective's Office
10247-1|Ferris Wheel
10248-1|Ferrari F40
10251-1|Brick Bank
10252-1|Volkswagen Beetle
10253-1|Big Ben
10255-1|Assembly Square
10256-1|Taj Mahal
10257-1|Carousel
10258-1|London Bus
10260-1|Downtown Diner
10261-1|Roller Coaster
10262-1|James Bond Aston Martin DB5
10264-1|Corner Garage
10265-1|Ford Mustang
10266-1|NASA Apollo 11 Lunar Lander
10267-1|Gingerbread House
10270-1|Bookshop
10271-1|Fiat 500
10272-1|Old Trafford - Manchester United
10273-1|Haunted House
10274-1|Ghostbusters ECTO-1
10276-1|Colosseum
10277-1|Crocodile Locomotive
10278-1|Police Station
10280-1|Flower Bouquet
10281-1|Bonsai Tree
10283-1|NASA Space Shuttle Discovery
10284-1|Camp Nou - FC Barcelona
10290-1|Pickup Truck
10292-1|The Friends Apartments
10294-1|Titanic
10295-1|Porsche 911
10297-1|Boutique Hotel
10298-1|Vespa 125
10300-1|Back to the Future Time Machine
10302-1|Optimus Prime
10303-1|Loop Coaster
10304-1|Chevrolet Camaro Z28
10305-1|Lion Knights' Castle
10306-1|Atari 2600
10307-1|Eiffel Tower
10309-1|Succulents
10311-1|Orchid
10312-1|Jazz Club
10313-1|Wildflower Bouquet
10314-1|Dried Flower Centrepiece
10315-1|Tranquil Garden
10316-1|The Lord of the Rings: Rivendell
10317-1|Land Rover Classic Defender 90
10318-1|Concorde
10320-1|Eldorado Fortress
10321-1|Corvette
10323-1|PAC-MAN Arcade
10325-1|Alpine Lodge
10326-1|Natural History Museum
10329-1|Tiny Plants
10332-1|Medieval Town Square
10333-1|The Lord of the Rings: Barad-dûr
10497-1|Galaxy Explorer
497-1|Galaxy Explorer
6080-1|King's Castle
6285-1|Black Seas Barracuda
6990-1|Monorail Transport System
4558-1|Metroliner
75192-1|UCS Millennium Falcon
75252-1|Imperial Star Destroyer
75313-1|AT-AT
75290-1|Mos Eisley Cantina
75309-1|Republic Gunship
75331-1|The Razor Crest
75355-1|X-wing Starfighter
75159-1|Death Star
75060-1|Slave I
75059-1|Sandcrawler
75144-1|Snowspeeder
75181-1|Y-wing Starfighter
75222-1|Betrayal at Cloud City
75308-1|R2-D2
75397-1|Jabba's Sail Barge
71040-1|Disney Castle
71043-1|Hogwarts Castle
71044-1|Disney Train and Station
71741-1|NINJAGO City Gardens
70620-1|NINJAGO City
70657-1|NINJAGO City Docks
71799-1|NINJAGO City Markets
76178-1|Daily Bugle
76218-1|Sanctum Sanctorum
76210-1|Hulkbuster
76269-1|Avengers Tower
76139-1|1989 Batmobile
76240-1|Batmobile Tumbler
76391-1|Hogwarts Icons - Collectors' Edition
76405-1|Hogwarts Express - Collectors' Edition
75978-1|Diagon Alley
21309-1|NASA Apollo Saturn V
21310-1|Old Fishing Store
21318-1|Tree House
21319-1|Central Perk
21322-1|Pirates of Barracuda Bay
21323-1|Grand Piano
21325-1|Medieval Blacksmith
21327-1|Typewriter
21330-1|Home Alone
21332-1|The Globe
21333-1|Vincent van Gogh - The Starry Night
42055-1|Bucket Wheel Excavator
42056-1|Porsche 911 GT3 RS
42083-1|Bugatti Chiron
42100-1|Liebherr R 9800 Excavator
42115-1|Lamborghini Sián FKP 37
42143-1|Ferrari Daytona SP3
31120-1|Medieval Castle
71037-5|Falconer
`;

export const EXPORTED_SETS = LINES.trim()
  .split('\n')
  .map((line) => line.split('|') as [number: string, name: string]);
