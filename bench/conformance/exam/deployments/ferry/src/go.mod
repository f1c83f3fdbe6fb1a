module ferry

go 1.26
