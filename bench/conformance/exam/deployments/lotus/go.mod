module lotus

go 1.22
