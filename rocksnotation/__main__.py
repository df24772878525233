"""`python -m rocksnotation`: the same as the `rocks` command."""

from rocksnotation.cli import main

if __name__ == "__main__":
    main()
