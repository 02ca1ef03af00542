public import CardGoldens
